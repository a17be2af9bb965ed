"""The same tone in every format: what is sent, cut into frames or pages, each with its length in time."""

import os
import shutil
import subprocess

import frames
import segments

SECONDS = 10
# A tone of one height and loudness: its steep places are known, so that a click is what is steeper.
HERTZ, LEVEL = 220, 0.14
# Where a file ends and begins again it is silent, so that no join can click.
FADE, REST = 0.06, 0.03


class Sound:
    """`head` goes before what begins in the middle; `units` are (bytes, seconds)."""

    def __init__(self, name, kind, family, units, head=b"", has_middle=True):
        self.name, self.kind, self.family, self.units, self.head = name, kind, family, units, head
        # Whether a listener can be let in anywhere.
        self.has_middle = has_middle


def made(folder, name, rate, channels, command):
    """The bytes that `command` makes of the tone; None without the program."""
    if shutil.which(command[0]) is None:
        return None
    path = os.path.join(folder, name)
    source = os.path.join(folder, f"tone-{rate}-{channels}.wav")
    if not os.path.exists(source):
        end = SECONDS - REST - FADE
        tone = (f"{LEVEL}*sin(2*PI*{HERTZ}*t)*min(1,max(0,(t-{REST})/{FADE}))*min(1,max(0,({end}+{FADE}-t)/{FADE}))")
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i",
             f"aevalsrc='{'|'.join([tone] * channels)}':s={rate}:d={SECONDS}", "-c:a", "pcm_s16le", source], check=True)
    known = {"IN": source, "OUT": path}
    subprocess.run([known.get(part, part) for part in command], check=True, capture_output=True)
    with open(path, "rb") as file:
        return file.read()


def ffmpeg(*arguments):
    return ["ffmpeg", "-v", "error", "-y", "-i", "IN", *arguments, "OUT"]


def mp3(kbit):
    return ffmpeg("-c:a", "libmp3lame", "-b:a", f"{kbit}k", "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3")


def all_sounds(folder):
    """Those that the programs on this machine can make."""
    found = []
    for name, rate, channels, kbit in (("mp3", 44100, 2, 128), ("mp3-mono", 48000, 1, 64), ("mp3-low", 22050, 2, 64)):
        data = made(folder, name, rate, channels, mp3(kbit))
        found.append(Sound(name, "audio/mpeg", "mp3", frames.mp3(data)))
    for name, rate, command in (
            ("aac", 44100, ffmpeg("-c:a", "aac", "-b:a", "128k", "-f", "adts")),
            ("he-aac", 44100, ["fdkaac", "-S", "-p", "5", "-b", "48000", "-f", "2", "-o", "OUT", "IN"])):
        data = made(folder, name, rate, 2, command)
        if data:
            found.append(Sound(name, "audio/aac", "aac", frames.adts(data)))
    for name, rate, granules, command in (
            ("vorbis", 44100, 44100, ["oggenc", "-Q", "-q", "5", "-o", "OUT", "IN"]),
            ("opus", 48000, 48000, ["opusenc", "--quiet", "--bitrate", "96", "IN", "OUT"]),
            ("ogg-flac", 48000, 48000, ffmpeg("-c:a", "flac", "-f", "ogg"))):
        data = made(folder, name, rate, 2, command)
        if data:
            head, units = frames.ogg(data, granules)
            found.append(Sound(name, "application/ogg", "ogg", units, head))
    data = made(folder, "flac", 44100, 2, ffmpeg("-c:a", "flac", "-f", "flac"))
    count = 200
    size = -(-len(data) // count)
    pieces = [(data[place:place + size], SECONDS / count) for place in range(0, len(data), size)]
    found.append(Sound("flac", "audio/flac", "flac", pieces, has_middle=False))
    return found


def parts(folder):
    """The tone in segments of two seconds."""
    return segments.Segments(os.path.join(folder, "segments"), os.path.join(folder, "tone-44100-2.wav"), 2)
