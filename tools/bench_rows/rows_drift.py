"""The row about a server whose clock is not that of the sound card."""

import array
import json
import os
import statistics
import subprocess
import threading
import time

import cards
import players
import processes
import streams
from table import Row

PPM = 200
MINUTES, MINUTES_QUICK = 60, 5
# What is heard is looked at in this form: enough for a tone of 441 Hz and the moment of a mark.
RATE, BLOCK_FRAMES = 8000, 80
# Of 32768: what counts as silence. A gap is so many seconds of it.
SILENT, GAP = 30, 0.02
# Of which it is known how loud the tone is between its marks.
FIRST_BLOCKS = 100
# Sent ahead, in bytes: a second, which is what MPD waits for before it begins.
BURST = 16_000
# The store is a mean over so many seconds, and is looked at first when all have begun.
SPAN, FIRST = 60, 60


class Listener:
    """What comes out of a card: its gaps, and when each mark of /marks was heard (time.monotonic)."""

    def __init__(self, card):
        self.process = processes.start(
            ["parec", "-s", f"unix:{card.socket}", "-d", "out.monitor", "--raw", "--format=s16le", f"--rate={RATE}",
             "--channels=1", "--latency-msec=50"], stdout=subprocess.PIPE, env=card.environment)
        self.gaps, self.marks, self.quiet, self.is_watching = [], [], 0, True
        # How loud the first blocks were, and the median of them; 0: not known yet.
        self.first, self.usual = [], 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        began, count = None, 0
        while True:
            data = self.process.stdout.read(BLOCK_FRAMES * 2)
            if len(data) < BLOCK_FRAMES * 2:
                return
            now = time.monotonic()
            # The block that came with the least delay tells when the first one was played.
            began = min(began or now, now - count * BLOCK_FRAMES / RATE)
            if self.is_watching:
                self.look(array.array("h", data), began + count * BLOCK_FRAMES / RATE)
            count += 1

    def look(self, samples, at):
        loudest = max(max(samples), -min(samples))
        if loudest < SILENT:
            # Before the first sound it is no gap.
            self.quiet += 1 if self.first else 0
            return
        if self.quiet * BLOCK_FRAMES / RATE >= GAP:
            self.gaps.append(self.quiet * BLOCK_FRAMES / RATE)
        self.quiet = 0
        if len(self.first) < FIRST_BLOCKS:
            self.first.append(loudest)
            self.usual = statistics.median(self.first) if len(self.first) == FIRST_BLOCKS else 0
        elif loudest > 2 * self.usual and (not self.marks or at - self.marks[-1] > 1):
            place = next(index for index, sample in enumerate(samples) if abs(sample) > 2 * self.usual)
            self.marks.append(at + place / RATE)


class Server:
    """A server of tones of its own, and when it began to send to whom."""

    def __init__(self):
        self.tones, self.began, self.connections = streams.ToneServer(), {}, {}
        # Frames in a round, and how many were sent ahead.
        self.round, self.ahead = 0, 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.tones.process.stdout:
            name, began, frames, ahead = line.decode().split()
            self.began[name], self.round, self.ahead = float(began), int(frames), int(ahead)
            self.connections[name] = self.connections.get(name, 0) + 1

    def url(self, name, ppm):
        return f"{self.tones.base}/marks?burst={BURST}&ppm={ppm}&name={name}"

    def stores(self, name, ppm, marks):
        """[(seconds since the start, how long the mark was under way)]"""
        if self.connections.get(name) != 1:
            raise OSError(f"{name} connected {self.connections.get(name, 0)} times")
        speed, found = 1 + ppm / 1e6, []
        period = self.round * streams.FRAME_SAMPLES / streams.RATE / speed
        first = self.began[name] + (streams.MARK_FRAME - self.ahead) * streams.FRAME_SAMPLES / streams.RATE / speed
        for mark in marks:
            # No player holds a whole round.
            number = int((mark - first) // period)
            found.append((mark - self.began[name], mark - first - number * period))
        return found


class Run:
    """One player at one server, on a card of its own."""

    def __init__(self, bench, server, player, ppm):
        self.name = f"{player.name}-{'fast' if ppm > 0 else 'slow'}"
        self.player, self.ppm, self.server, self.found = player, ppm, server, []
        self.card = cards.PulseCard(os.path.join(bench.folder(f"drift-{self.name}"), "card"))
        self.listener = Listener(self.card)
        player.prepare([server.url(self.name, ppm)])

    def start(self):
        if not isinstance(self.player, players.Nightstand):
            self.player.start(self.card.environment)
            return
        self.player.recall()
        self.player.start(self.card.environment, stdout=subprocess.PIPE)
        threading.Thread(target=self.read, args=(self.player.process.stdout,), daemon=True).start()

    def read(self, lines):
        for line in lines:
            told = json.loads(line)
            if told["event"] == "clock":
                self.found.append(told["ppm"])

    def stop(self):
        self.listener.is_watching = False
        self.player.end()

    def result(self, seconds):
        """(gaps, store at the start, store at the end)"""
        stores = self.server.stores(self.name, self.ppm, self.listener.marks)
        first = [store for at, store in stores if FIRST <= at < FIRST + SPAN]
        last = [store for at, store in stores if at >= seconds - SPAN]
        if not first or not last:
            raise OSError(f"{self.name} was not heard")
        return len(self.listener.gaps), statistics.mean(first), statistics.mean(last)


def drift(bench):
    """gaps and what is in store at a server whose clock is too fast, or too slow (only when asked for)"""
    seconds = 60 * (MINUTES_QUICK if bench.quick else MINUTES)
    server, runs = Server(), []
    for ppm in (PPM, -PPM):
        folder = bench.folder(f"drift-mpd{ppm:+d}")
        mpd = players.Mpd(folder)
        radio = players.Nightstand(bench.program, bench.folder(f"drift-radio{ppm:+d}"))
        runs += [Run(bench, server, player, ppm) for player in (radio, mpd) if player is radio or mpd.is_there()]
    # Preparing has connected, too.
    server.connections.clear()
    bench.tell(f"drift: {', '.join(run.name for run in runs)} for {seconds // 60} minutes")
    rows = []
    try:
        for run in runs:
            run.start()
        time.sleep(seconds)
    finally:
        for run in runs:
            run.stop()
    for ppm in (PPM, -PPM):
        what = f"server {PPM} ppm too {'fast' if ppm > 0 else 'slow'}, {seconds // 60} minutes"
        gaps = Row(f"{what}: gaps heard", "", aim="0", holds=lambda own, peer: own == 0)
        before = Row(f"{what}: in store at the start", "s")
        after = Row(f"{what}: in store at the end", "s", aim="as at the start ± 0.1 s",
                    holds=lambda own, peer, before=before: abs(own - before.median("Nightstand")) <= 0.1)
        found = Row(f"{what}: ppm found", "ppm", aim=f"{ppm} ± 20",
                    holds=lambda own, peer, ppm=ppm: abs(own - ppm) <= 20)
        for run in [run for run in runs if run.ppm == ppm]:
            values = bench.attempt(f"drift: {run.name}", lambda run=run: run.result(seconds))
            for row, value in zip((gaps, before, after), values or ()):
                row.add(run.player.name, value)
            if run.found:
                found.add(run.player.name, run.found[-1])
        rows += [gaps, before, after, *([] if bench.quick else [found])]
    rows[0].note = (
        f"A server that sends a second ahead, with a clock {PPM} ppm off. A gap is {GAP * 1000:.0f} ms of silence and "
        "more. In store is the time from the server's sending of a sample to its being heard, in the mean "
        f"over a minute: the second one, and the last. All play at the same time. In {MINUTES} minutes the clocks "
        f"part by {PPM * MINUTES * 60 / 1e6:.2f} s.")
    if bench.quick:
        rows[0].note += (
            f" In {MINUTES_QUICK} minutes it is {PPM * MINUTES_QUICK * 60 / 1e6:.2f} s, and Nightstand has not found "
            "out by then: such a run shows that the method works, and no more.")
    for run in runs:
        run.card.close()
    return rows
