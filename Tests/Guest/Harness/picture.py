"""Pictures that `nightstand show` paints, as the bytes that a panel would hold."""

import os
import struct
import subprocess
import zlib

from cases import Failure
from radio import PROGRAM, environment


def painted(screen, *options):
    """What `nightstand show` paints for a panel of 16 bits a pixel, red in the high ones."""
    path = "/run/tmp/painted.png"
    if "--state" in options:
        # Of a radio that was never started.
        os.makedirs(options[options.index("--state") + 1], exist_ok=True)
    subprocess.run([PROGRAM, "show", screen, "--png", path, "--depth", "16", *options], env=environment(), check=True)
    with open(path, "rb") as file:
        width, rows = unpacked(file.read())
    os.unlink(path)
    pixels = (pixel for row in rows for pixel in zip(row[::3], row[1::3], row[2::3]))
    return width, b"".join(struct.pack("<H", r >> 3 << 11 | g >> 2 << 5 | b >> 3) for r, g, b in pixels)


def unpacked(data):
    """The width and the rows of a PNG file of 8 bits for red, green and blue each (RFC 2083)."""
    at, parts = 8, []
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            width, height, form = struct.unpack_from(">II5s", data, at + 8)
        elif kind == b"IDAT":
            parts.append(data[at + 8:at + 8 + length])
        at += 12 + length
    if form[:2] != b"\x08\x02":
        raise Failure(f"a picture of another form: {form}")
    packed, rows = zlib.decompress(b"".join(parts)), []
    above = bytes(width * 3)
    for row in range(height):
        start = row * (width * 3 + 1)
        above = unfiltered(packed[start], packed[start + 1:start + 1 + width * 3], above)
        rows.append(above)
    return width, rows


def unfiltered(kind, row, above):
    """A row of pixels from the differences that stand in the file."""
    found = bytearray(row)
    for at, value in enumerate(row if kind else b""):
        left, up, corner = (found[at - 3], above[at], above[at - 3]) if at >= 3 else (0, above[at], 0)
        # The first of them that is nearest to left + up - corner.
        nearest = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
        found[at] = (value + (0, left, up, (left + up) // 2, nearest)[kind]) & 0xFF
    return bytes(found)
