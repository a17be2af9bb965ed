"""The frame buffer, as an eye in front of it would see it."""

import array
import fcntl
import struct
import zlib

# From linux/fb.h: FBIOGET_VSCREENINFO and FBIOGET_FSCREENINFO.
VARIABLE, FIXED = 0x4600, 0x4602
# The radio's one accent, FFB000, in 5, 6 and 5 bits.
ACCENT = 0xFF >> 3 << 11 | 0xB0 >> 2 << 5


class Panel:
    """A frame buffer. `width` and `height` in pixels, `stride` in bytes, `bits` of a pixel."""

    def __init__(self, path="/dev/fb0"):
        self.path = path
        with open(path, "rb") as device:
            variable = fcntl.ioctl(device, VARIABLE, bytes(160))
            fixed = fcntl.ioctl(device, FIXED, bytes(80))
        self.width, self.height = struct.unpack_from("II", variable)
        (self.bits,) = struct.unpack_from("I", variable, 24)
        # (first bit, number of bits) of red, green and blue.
        self.colors = [struct.unpack_from("II", variable, 32 + 12 * color) for color in range(3)]
        self.name = fixed[:16].split(b"\0")[0].decode()
        (self.stride,) = struct.unpack_from("I", fixed, 48)

    def shown(self):
        """All bytes that are on the screen now."""
        with open(self.path, "rb") as device:
            return device.read(self.stride * self.height)

    def show(self, data):
        """Writes over the screen from its beginning."""
        with open(self.path, "r+b") as device:
            device.write(data)

    def pixel(self, x, y, shown=None):
        """(red, green, blue), 0 to 255 each."""
        size = self.bits // 8
        at = y * self.stride + x * size
        value = int.from_bytes((shown or self.shown())[at:at + size], "little")
        parts = ((value >> first & (1 << count) - 1, (1 << count) - 1) for first, count in self.colors)
        return tuple(round(part * 255 / most) for part, most in parts)

    def part(self, left, top, width, height, shown=None):
        """The bytes of a rectangle."""
        shown, size = shown or self.shown(), self.bits // 8
        return b"".join(shown[y * self.stride + left * size:y * self.stride + (left + width) * size]
                        for y in range(top, top + height))

    def focused(self):
        """(top, height) of the row that is filled with the accent; None if none is, or more than one.
        For a panel of 16 bits a pixel, red in the high ones.
        """
        pixels = array.array("H", self.shown())
        width = self.stride // 2
        filled = [y for y in range(self.height)
                  if pixels[y * width:y * width + self.width].count(ACCENT) > self.width // 4]
        is_one = filled and filled[-1] - filled[0] == len(filled) - 1
        return (filled[0], len(filled)) if is_one else None

    def tally(self, left=0, top=0, width=None, height=None):
        """{color: how many pixels of a rectangle have it}, the most frequent one first."""
        shown, counts = self.shown(), {}
        right, bottom = left + (width or self.width - left), top + (height or self.height - top)
        size = self.bits // 8
        for y in range(top, bottom):
            row = shown[y * self.stride + left * size:y * self.stride + right * size]
            for at in range(0, len(row), size):
                piece = row[at:at + size]
                counts[piece] = counts.get(piece, 0) + 1
        ordered = sorted(counts.items(), key=lambda entry: -entry[1])
        return {self.color(piece): count for piece, count in ordered}

    def color(self, piece):
        return self.pixel(0, 0, piece)

    def save(self, path):
        """Writes what is on the screen as a PNG file."""
        shown = self.shown()
        rows = b"".join(
            b"\0" + b"".join(bytes(self.pixel(x, y, shown)) for x in range(self.width))
            for y in range(self.height))

        def chunk(kind, data):
            return (struct.pack(">I", len(data)) + kind + data
                    + struct.pack(">I", zlib.crc32(kind + data)))

        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows))
                       + chunk(b"IEND", b""))
