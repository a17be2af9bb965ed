"""What the made-up stations send: their music, their titles, and how both go out to a listener."""

import concurrent.futures
import hashlib
import os
import plistlib
import shutil
import sys
import tempfile

import music

TITLE_SECONDS = 15
# Sizes that no reader expects.
CHUNKS = (1, 733, 4096, 17, 1460)

# path: name, genre, piece, (seconds, Hz, kbit/s[, mono]), what is played
STATIONS = {
    "slow-chords": ("Slow Chords", "Ambient", music.slow_chords, (24, 44100, 128), (
        "The Long Corridor - Four Windows", "Åse & the Harbor - Blå time",
        "The Long Corridor - Don't Wake the Cat")),
    "music-box": ("Music Box", "Lullaby", music.music_box, (25, 48000, 96), (
        "Tin Cylinder - Comb and Pin", "Tin Cylinder - Rock 'n' Roll; Slowly",
        "Lídia Corda - Três voltas")),
    "night-train": ("Night Train", "Downtempo", music.night_train, (20, 44100, 160), (
        "Sleeper Car - Platform 9, 02:14", "Sleeper Car - Points and Crossings", "小さな駅 - 夜汽車")),
    "rain": ("Rain on the Roof", "Nature", music.rain, (20, 44100, 128), (
        "Gutter - First Drops", "Gutter - All Night Long")),
    "low-tide": ("Low Tide", "Nature", music.low_tide, (32, 22050, 32, True), (
        "Shingle - Out", "Shingle - And In Again")),
}


def cache_folder():
    explicit = os.environ.get("NIGHTSTAND_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.abspath(explicit) if explicit else os.path.join(base, "nightstand")


def composed(path):
    _, _, piece, how, _ = STATIONS[path]
    return path, music.loop(piece, *how)


def composed_all():
    """{path: frames}, from the cache or made now."""
    with open(music.__file__, "rb") as source:
        recipe = source.read() + repr([(path, station[3]) for path, station in STATIONS.items()]).encode()
    key = hashlib.sha256(recipe).hexdigest()[:12]
    kept = os.path.join(cache_folder(), f"music-{key}")
    try:
        with open(kept, "rb") as file:
            return plistlib.load(file, fmt=plistlib.FMT_BINARY)
    except (OSError, plistlib.InvalidFileException):
        pass
    if not shutil.which("lame"):
        sys.exit("station-server: lame is missing: run tools/setup")
    print("station-server: making music (once)", file=sys.stderr, flush=True)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        pieces = dict(pool.map(composed, STATIONS))
    os.makedirs(cache_folder(), exist_ok=True)
    descriptor, part = tempfile.mkstemp(dir=cache_folder(), prefix="music-part-")
    with os.fdopen(descriptor, "wb") as file:
        plistlib.dump(pieces, file, fmt=plistlib.FMT_BINARY)
    os.replace(part, kept)
    return pieces


class Programme:
    """What a station sends: bytes that go round, how fast, and which title belongs to which moment."""

    def __init__(self, data, bytes_per_second, titles=(), ends=False, offset=0):
        self.data, self.bytes_per_second, self.titles, self.ends = data, bytes_per_second, titles, ends
        self.position = offset

    def take(self, count):
        """The next `count` bytes; fewer at the end of what ends."""
        if self.ends:
            part = self.data[self.position:self.position + count]
            self.position += len(part)
            return part
        parts = []
        while count > 0:
            part = self.data[self.position % len(self.data):][:count]
            parts.append(part)
            self.position += len(part)
            count -= len(part)
        return b"".join(parts)

    def title(self):
        if not self.titles:
            return None
        return self.titles[int(self.position / self.bytes_per_second / TITLE_SECONDS) % len(self.titles)]


def title_block(text, charset):
    """A block of ICY metadata: its length in units of 16 bytes, then the text, filled up with zeros."""
    if text is None:
        return b"\0"
    data = f"StreamTitle='{text}';StreamUrl='';".encode(charset, errors="replace")[:255 * 16]
    units = (len(data) + 15) // 16
    return bytes([units]) + data.ljust(units * 16, b"\0")


class Body:
    """Audio bytes on their way out: titles put between them, cut into chunks, cut off after `left` bytes."""

    def __init__(self, file, every, charset, chunked, left):
        self.file, self.every, self.charset, self.chunked, self.left = file, every, charset, chunked, left
        self.until_title, self.told, self.chunks = every, None, 0

    def write(self, data, programme):
        if not self.every:
            self.send(data)
            return
        parts = []
        while data:
            part, data = data[:self.until_title], data[self.until_title:]
            parts.append(part)
            self.until_title -= len(part)
            if self.until_title == 0:
                title = programme.title()
                parts.append(title_block(title if title != self.told else None, self.charset))
                self.told, self.until_title = title, self.every
        self.send(b"".join(parts))

    def send(self, data):
        if len(data) > self.left:
            data = data[:int(self.left)]
        self.left -= len(data)
        if not self.chunked:
            self.file.write(data)
            return
        parts = []
        while data:
            size = CHUNKS[self.chunks % len(CHUNKS)]
            part, data = data[:size], data[size:]
            parts.append(b"%x\r\n%b\r\n" % (len(part), part))
            self.chunks += 1
        self.file.write(b"".join(parts))

    def end(self):
        if self.chunked:
            self.file.write(b"0\r\n\r\n")
