"""Small PNG files: a palette, no more colors than the eye misses."""

import collections
import os
import struct
import tempfile
import zlib

COLORS_MAX = 64
# A color of more than this part of the picture keeps its exact value.
FLAT_PART = .004


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def parts(pixel):
    return pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255


def boxes(counts, number):
    """Median cut: the colors in at most `number` heaps, each with the mean of its pixels."""
    heaps = [list(counts)] if counts else []
    while heaps and len(heaps) < number:
        spans = [max((max(parts(c)[i] for c in heap) - min(parts(c)[i] for c in heap), i) for i in range(3))
                 for heap in heaps]
        index = max(range(len(heaps)), key=lambda i: spans[i][0])
        span, channel = spans[index]
        if not span:
            break
        heap = sorted(heaps.pop(index), key=lambda c: (parts(c)[channel], c))
        low, high = parts(heap[0])[channel], parts(heap[-1])[channel]
        cut = next(i for i, c in enumerate(heap) if parts(c)[channel] > (low + high) // 2)
        heaps += [heap[:cut], heap[cut:]]
    for heap in heaps:
        weight = sum(counts[c] for c in heap)
        yield tuple(round(sum(parts(c)[i] * counts[c] for c in heap) / weight) for i in range(3)), heap


def encoded(surface):
    width, height, stride = surface.get_width(), surface.get_height(), surface.get_stride()
    surface.flush()
    pixels = memoryview(bytes(surface.get_data())).cast("I")
    rows = [[pixel & 0xffffff for pixel in pixels[y * stride // 4:y * stride // 4 + width]] for y in range(height)]
    counts = collections.Counter(pixel for row in rows for pixel in row)
    flat = [c for c, n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
            if n > FLAT_PART * width * height][:COLORS_MAX // 2]
    palette, index = [parts(c) for c in flat], {c: i for i, c in enumerate(flat)}
    rest = {c: n for c, n in sorted(counts.items()) if c not in index}
    for mean, heap in boxes(rest, COLORS_MAX - len(flat)):
        index.update((c, len(palette)) for c in heap)
        palette.append(mean)
    # Rows of flat color pack best unfiltered.
    data = b"".join(b"\0" + bytes(index[pixel] for pixel in row) for row in rows)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", bytes(v for c in palette for v in c))
            + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def save(surface, path):
    data = encoded(surface)
    descriptor, part = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".artwork-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.chmod(part, 0o644)
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise
