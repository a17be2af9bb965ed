"""A live station in segments (HLS), cut by ffmpeg from one sound."""

import os
import subprocess

KIND = "application/vnd.apple.mpegurl"
# Segments in a playlist, and how much of them is there when a listener comes first, in seconds.
WINDOW, AHEAD = 6, 12


class Segments:
    """The sound goes round; each round begins with a discontinuity."""

    def __init__(self, folder, source, seconds):
        os.makedirs(folder)
        listed = os.path.join(folder, "all.m3u8")
        subprocess.run(
            ["ffmpeg", "-v", "error", "-i", source, "-c:a", "aac", "-b:a", "128k", "-f", "hls", "-hls_time",
             str(seconds), "-hls_list_size", "0", "-hls_segment_filename", os.path.join(folder, "%d.ts"), listed],
            check=True)
        with open(listed, encoding="ascii") as file:
            lengths = [float(line[8:].rstrip(",\n")) for line in file if line.startswith("#EXTINF:")]
        self.seconds, self.data = lengths, []
        for number in range(len(lengths)):
            with open(os.path.join(folder, f"{number}.ts"), "rb") as file:
                self.data.append(file.read())

    def playlist(self, elapsed):
        """As it is so many seconds after the station began. Segments are called /hls/NUMBER.ts."""
        count, end = 0, self.seconds[0]
        while end <= elapsed + AHEAD:
            count += 1
            end += self.seconds[count % len(self.seconds)]
        first, rounds = max(0, count - WINDOW), len(self.seconds)
        lines = ["#EXTM3U", "#EXT-X-VERSION:3", f"#EXT-X-TARGETDURATION:{round(max(self.seconds)) or 1}",
                 f"#EXT-X-MEDIA-SEQUENCE:{first}", f"#EXT-X-DISCONTINUITY-SEQUENCE:{max(0, first - 1) // rounds}"]
        for number in range(first, count):
            if number and number % rounds == 0:
                lines.append("#EXT-X-DISCONTINUITY")
            lines += [f"#EXTINF:{self.seconds[number % rounds]:.6f},", f"/hls/{number}.ts"]
        return ("\n".join(lines) + "\n").encode()

    def segment(self, number):
        return self.data[number % len(self.data)]
