"""Listens to the sound card: when it is silent, and where it clicks."""

import array
import operator
import subprocess
import threading
import time
import wave

import processes

RATE, CHANNELS = 44100, 2
BLOCK_FRAMES = RATE // 100
# Of 32768. What is softer counts as silence.
AUDIBLE = 60
# What is kept for a look at a finding, before and after it.
KEPT_SECONDS = 2


class Ear:
    """Reads the monitor of the card. Times are those of time.monotonic."""

    def __init__(self, card, steepest):
        # Between two samples; what is more is a click.
        self.steepest = steepest
        self.process = processes.start(
            ["parec", "-s", f"unix:{card.socket}", "-d", "out.monitor", "--raw", "--format=s16le", f"--rate={RATE}",
             f"--channels={CHANNELS}", "--latency-msec=20"], stdout=subprocess.PIPE, env=card.environment)
        self.lock = threading.Lock()
        # (from, to), whole ones; since when the present one lasts.
        self.silences, self.quiet_since = [], None
        # (when, jump)
        self.clicks, self.kept, self.kept_until, self.last = [], [], 0.0, [0, 0]
        self.heard, self.began = 0.0, None
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        size = BLOCK_FRAMES * CHANNELS * 2
        count, began = 0, None
        while True:
            data = self.process.stdout.read(size)
            if len(data) < size:
                return
            now = time.monotonic()
            # The block that came with the least delay tells when the first one was played.
            began = now if began is None else min(began, now - count * BLOCK_FRAMES / RATE)
            self.look(array.array("h", data), began + count * BLOCK_FRAMES / RATE)
            count += 1

    def look(self, samples, at):
        loudest = max(max(samples), -min(samples))
        jump = 0
        for side in range(CHANNELS):
            one = samples[side::CHANNELS]
            steps = list(map(operator.sub, one, [self.last[side], *one]))
            jump = max(jump, max(steps), -min(steps))
            self.last[side] = one[-1]
        with self.lock:
            self.began = self.began or at
            self.kept.append((at, samples))
            while self.kept and at - self.kept[0][0] > 2 * KEPT_SECONDS:
                self.kept.pop(0)
            if loudest < AUDIBLE:
                self.quiet_since = self.quiet_since or at
            else:
                self.heard += BLOCK_FRAMES / RATE
                if self.quiet_since is not None:
                    self.silences.append((self.quiet_since, at))
                    self.quiet_since = None
            if jump > self.steepest:
                self.clicks.append((at, jump))

    def taken(self):
        """(silences that are over, clicks) since it was asked last."""
        with self.lock:
            silences, clicks = self.silences, self.clicks
            self.silences, self.clicks = [], []
            return silences, clicks

    def save(self, path):
        """The last seconds, as a WAV file."""
        with self.lock:
            data = b"".join(samples.tobytes() for _, samples in self.kept)
        with wave.open(path, "wb") as file:
            file.setnchannels(CHANNELS)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(data)
