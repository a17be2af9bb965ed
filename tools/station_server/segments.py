"""Music in segments, as HLS sends it: a live list whose window slides, and segments of whole frames (RFC 8216)."""

import time

# Segments in the list.
WINDOW = 6


class Segments:
    """A station's frames, cut into segments of about `target` seconds, for ever."""

    def __init__(self, frames, rate, titles, title_seconds, target):
        self.frames, self.rate, self.titles, self.title_seconds = frames, rate, titles, title_seconds
        # Of MPEG 1 and of the lower rates of MPEG 2.
        self.samples = 1152 if rate >= 32000 else 576
        self.count = max(1, round(target * rate / self.samples))
        self.seconds = self.count * self.samples / rate

    def playlist(self, name, elapsed=None):
        """The list at this moment, or `elapsed` seconds after the beginning."""
        end = int((time.time() if elapsed is None else elapsed) / self.seconds)
        first = max(0, end - WINDOW)
        lines = ["#EXTM3U", "#EXT-X-VERSION:3", f"#EXT-X-TARGETDURATION:{round(self.seconds + 0.5)}",
                 f"#EXT-X-MEDIA-SEQUENCE:{first}"]
        for number in range(first, end):
            lines += [f"#EXTINF:{self.seconds:.5f},", f"{name}/{number}.mp3"]
        return "\n".join(lines) + "\n"

    def segment(self, number):
        """A tag with the time and the title, then frames."""
        start = number * self.count
        clock = int(start * self.samples / self.rate * 90000) & (1 << 33) - 1
        content = frame(b"PRIV", b"com.apple.streaming.transportStreamTimestamp\0" + clock.to_bytes(8, "big"))
        if self.titles:
            place = int(start * self.samples / self.rate / self.title_seconds)
            content += frame(b"TIT2", b"\3" + self.titles[place % len(self.titles)].encode())
        body = b"".join(self.frames[(start + index) % len(self.frames)] for index in range(self.count))
        return b"ID3\4\0\0" + sevens(len(content)) + content + body


def frame(name, content):
    """A frame of ID3v2.4."""
    return name + sevens(len(content)) + b"\0\0" + content


def sevens(number):
    """Four bytes of seven bits."""
    return bytes(number >> shift & 127 for shift in (21, 14, 7, 0))
