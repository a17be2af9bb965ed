"""Rows about the panel: from the key to the pixels, what painting costs, and who waits for whom."""

import json
import os
import plistlib
import select
import statistics
import subprocess
import threading
import time
import urllib.parse

import cards
import players
import processes
from rows_load import IDLE_SECONDS, SETTLE
from table import Row

SIZES = ((320, 240), (800, 480))
KEYS, QUICK_KEYS = 300, 100
FEW = 40
# In seconds: a radio that is paused still takes what the station sends until its memory for it is full.
PAUSED = 25
# What a hand does: through the list, the volume, from screen to screen; each key changes something, and the
# focus comes back to where it was. As often as is needed.
WAY = (["open stations"] + ["down"] * 12 + ["page-down", "page-up"] + ["up"] * 12 + ["player"]
       + ["volume-down", "volume-up"] * 4 + ["open categories"] + ["down"] * 5 + ["up"] * 5
       + ["open home", "down", "down", "up", "up", "open settings", "down", "down", "up", "up", "player"])
SCREENS = ("home", "categories", "stations", "player", "recents", "favorites", "settings", "radio")
SHORT, LONG = "A Title", "A title that is a good deal longer than any panel is wide, and goes on: Part 2, 3 and 4"
# Stations in the scripts that a list may have, and signs that stand in names.
SCRIPTS = (
    "Żółw ąęść ßĳ", "Радио Культура", "Ελληνική Ραδιοφωνία", "הרדיו הישראלי", "راديو القاهرة", "आकाशवाणी दिल्ली",
    "বাংলা বেতার", "தமிழ் வானொலி", "วิทยุไทย", "中央人民广播电台", "日本放送ラジオ", "한국방송 라디오", "საქართველო",
    "Հայաստան", "ሬዲዮ ኢትዮጵያ", "ລາວ ວິທະຍຸ", "ខ្មែរ វិទ្យុ", "မြန်မာ ရေဒီယို", "📻🎷 ★ ♫ 1½")


class Radio:
    """A radio with a panel, driven by lines."""

    def __init__(self, bench, name, width, height, names=(), plays=True, address=None):
        self.player = players.Nightstand(bench.program, bench.folder(name))
        self.player.give_panel(width, height)
        self.panel = self.player.panel
        # The titles of these never change: what moves is what the row wants to move.
        names = names or [f"Station {number}" for number in range(FEW)]
        self.player.prepare([address or bench.tones.url("left")] * len(names), plays=False)
        rename(self.player.list, names)
        self.player.remember(b"tune 1\n" if plays else b"")
        self.told, self.changed = [], threading.Condition()

    def start(self, environment=None):
        self.player.recall()
        self.told = []
        environment = environment or {**os.environ, "ALSA_CONFIG_PATH": "/dev/null"}
        self.player.start_script(environment, stdout=subprocess.PIPE)
        threading.Thread(target=self.listen, args=(self.player.process.stdout,), daemon=True).start()
        self.panel.watch()

    def listen(self, output):
        rest = b""
        while True:
            try:
                select.select([output], [], [])
                part = os.read(output.fileno(), 65536)
            except (OSError, ValueError):
                # It was closed: the radio has ended.
                return
            if not part:
                return
            *lines, rest = (rest + part).split(b"\n")
            with self.changed:
                self.told += [json.loads(line) for line in lines]
                self.changed.notify_all()

    def wait(self, seconds, **wanted):
        """The next line that says so, of those that were not asked for yet."""
        def found():
            return next((line for line in self.told if wanted.items() <= line.items()), None)
        with self.changed:
            if not self.changed.wait_for(found, seconds):
                raise TimeoutError(f"the radio did not say {wanted} within {seconds} s")
            line = found()
            self.told.remove(line)
            return line

    def act(self, line):
        self.player.act(line.encode() + b"\n")

    def loop(self):
        """The turns of the loop since it was last asked: seconds of the longest, and of processor time."""
        self.player.process.send_signal(processes.signal.SIGUSR1)
        line = self.wait(5, event="loop")
        return line["longest"] / 1000, line["work"] / 1000

    def spent(self):
        return processes.cpu_seconds(self.player.process.pid)

    def wakes(self, before):
        """How often its threads went to sleep since `before`; a thread that has ended since is left out."""
        now = processes.sleeps(self.player.process.pid)
        return sum(count - before.get(thread, 0) for thread, count in now.items())

    def end(self):
        self.player.end()


def rename(path, names):
    with open(path, "rb") as file:
        root = plistlib.load(file)
    for number, name in enumerate(names):
        root["Item0"][f"Site{number}"]["siteName"] = name
    with open(path, "wb") as file:
        plistlib.dump(root, file, sort_keys=False)


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


def keys(radio, count):
    """Seconds from each key to the last byte of its frame, and of processor time; how many changed nothing."""
    values, works, without = [], [], 0
    for number in range(count):
        radio.panel.keep()
        spent = radio.spent()
        began = time.monotonic()
        radio.act(WAY[number % len(WAY)])
        shown = radio.panel.frame()
        if shown is None:
            without += 1
        else:
            values.append(shown - began)
        radio.panel.rest(0.03, 1)
        works.append(radio.spent() - spent)
    return values, works, without


def pixels(bench):
    """from a key to the last byte of its frame on a panel"""
    count, rows = QUICK_KEYS if bench.quick else KEYS, []
    for width, height in SIZES:
        size = f"{width}×{height}"
        radio = Radio(bench, f"pixels-{size}", width, height)
        middle, late = Row(f"key to pixels, {size}: p50", "ms"), Row(
            f"key to pixels, {size}: p99", "ms", aim="< 16 ms", holds=lambda own, peer: own < 0.016)
        last = Row(f"key to pixels, {size}: the slowest", "ms")
        work = Row(f"key to pixels, {size}: processor time, p99", "ms")
        rows += [middle, late, last, work]
        for _ in range(bench.runs):
            bench.tell(f"pixels: {count} keys, {size}")
            try:
                radio.start()
                radio.wait(20, event="state", state="playing")
                # What is said about the sound card goes, and the fonts of other scripts are open.
                time.sleep(8)
                values, works, without = keys(radio, count)
                if without:
                    bench.tell(f"pixels: {without} of {count} keys changed nothing")
                for row, value in ((middle, statistics.median(values)), (late, percentile(values, 0.99)),
                                   (last, max(values)), (work, percentile(works, 0.99))):
                    row.add("Nightstand", value)
            finally:
                radio.end()
    rows[0].note = (
        f"From the moment before a line is written to the radio's standard input to the last byte of the "
        f"frame, {count} keys a run, while a station plays without a card: lists, screens, volume. The panel "
        "is a file of RGB565 that the bench has mapped and compares without pause; a frame has ended when "
        "nothing changes for 5 ms, and counts to its last change. What the wires of a real panel take comes "
        "on top, and so do 0.1 ms of comparing. Where others have the processor a key takes longer; its processor "
        "time, of all threads and until the panel rests, does not grow with them.")
    return rows


def redrawn(radio, screen, times):
    """Seconds of processor time to open the screen from another, and for a row down on it."""
    opened, clicked = [], []
    other = "radio" if screen == "player" else "player"
    for _ in range(times):
        radio.act(f"open {other}")
        radio.panel.rest()
        spent = radio.spent()
        radio.act(f"open {screen}")
        radio.panel.frame()
        radio.panel.rest()
        opened.append(radio.spent() - spent)
        spent = radio.spent()
        radio.act("down")
        if radio.panel.frame() is not None:
            radio.panel.rest()
            clicked.append(radio.spent() - spent)
    return statistics.median(opened), statistics.median(clicked) if clicked else None


def redraw(bench):
    """processor time of painting, screen by screen"""
    rows = []
    for width, height in SIZES:
        size = f"{width}×{height}"
        radio = Radio(bench, f"redraw-{size}", width, height, plays=False)
        opened = Row(f"redraw, {size}: the dearest screen, opened", "ms")
        clicked = Row(f"redraw, {size}: the dearest screen, one click", "ms")
        rows += [opened, clicked]
        found = {screen: [] for screen in SCREENS}
        for _ in range(bench.runs):
            bench.tell(f"redraw: {len(SCREENS)} screens, {size}")
            try:
                radio.start()
                radio.panel.rest(1)
                values = {screen: redrawn(radio, screen, 5) for screen in SCREENS}
            finally:
                radio.end()
            for screen, value in values.items():
                found[screen].append(value)
            opened.add("Nightstand", max(whole for whole, _ in values.values()))
            clicked.add("Nightstand", max(click for _, click in values.values() if click is not None))
        told = []
        for screen, values in found.items():
            clicks = [click for _, click in values if click is not None]
            click = f"{1000 * statistics.median(clicks):.1f}" if clicks else "–"
            told.append(f"{screen} {1000 * statistics.median(whole for whole, _ in values):.1f} / {click}")
        opened.note = f"Redraw on {size}, opened / one click, in ms: {', '.join(told)}."
    rows[-1].note = (
        "Processor time of all threads for one action, with the action itself, on a panel that is a file; "
        "each screen is opened from the player, which changes nearly all of the picture. Nothing plays.")
    return rows


def titled(music, title):
    """The address of a station that has this title for ever."""
    return f"{music.url}?title={urllib.parse.quote(title)}"


def motion(bench):
    """wake-ups and processor time of the panel, at rest and while a title scrolls"""
    rows, music = [], bench.music()
    for name, title, aim in (("at rest", SHORT, "≤ 2"), ("a long title scrolls", LONG, "")):
        wakes = Row(f"wake-ups a second, panel on, {name}", "", aim=aim,
                    holds=(lambda own, peer: own <= 2) if aim else None)
        processor = Row(f"processor time in {IDLE_SECONDS} s, panel on, {name}", "ms")
        rows += [wakes, processor]
        radio = Radio(bench, f"motion-{len(rows)}", 320, 240, address=titled(music, title))
        for _ in range(bench.runs):
            bench.tell(f"motion: {name}")
            try:
                radio.start()
                radio.wait(20, event="title", title=title)
                radio.wait(20, event="state", state="playing")
                radio.act("pause")
                time.sleep(PAUSED)
                # A title that comes into sight begins to move.
                for line in ("open settings", "player"):
                    radio.act(line)
                    radio.panel.rest()
                if radio.panel.rest(3, 4) != bool(aim):
                    bench.complain(f"motion, {name}: the panel {'moves' if aim else 'does not move'}")
                before = processes.sleeps(radio.player.process.pid), radio.spent()
                time.sleep(IDLE_SECONDS)
                wakes.add("Nightstand", radio.wakes(before[0]) / IDLE_SECONDS)
                processor.add("Nightstand", radio.spent() - before[1])
            finally:
                radio.end()
    rows[0].note = (
        f"The player on a panel of 320×240, {PAUSED} s after a pause began: voluntary context switches and "
        "processor time of all threads. A title that is too long moves twelve times a second for as long as it "
        "takes to go round, then rests for a minute; here it moves all the time.")
    return rows


def fonts(bench):
    """memory with a panel: letters of one script, and of all"""
    card = cards.PulseCard(bench.folder("fonts-card") + "/card")
    mpd = next((player for player in bench.peers(bench.folder("fonts")) if player.name == "MPD"), None)
    if mpd:
        mpd.prepare([bench.tones.url("left")])
    rows = []
    latin = Radio(bench, "fonts-latin", 320, 240, ["Bench", "Two"])
    every = Radio(bench, "fonts-all", 320, 240, SCRIPTS)
    for what, share in (("Latin letters", 0.5), ("letters of all scripts", 0.75)):
        rows.append(Row(f"memory, peak (VmHWM), panel with {what}", "MB", aim=f"≤ {share} × MPD",
                        holds=lambda own, peer, share=share: own <= share * peer.get("MPD", 1e9)))
        rows.append(Row(f"memory, not of files (RssAnon), panel with {what}", "MB"))
    for _ in range(bench.runs):
        bench.tell("fonts: Nightstand twice, MPD")
        try:
            if mpd:
                mpd.start(card.environment)
            for radio in (latin, every):
                radio.start(card.environment)
            for radio in (latin, every):
                radio.wait(20, event="state", state="playing")
                time.sleep(SETTLE)
                for line in ("open stations", *["down"] * len(SCRIPTS), *["select", "player"]):
                    radio.act(line)
                    radio.panel.rest()
            time.sleep(SETTLE)
            for radio, own in ((latin, rows[:2]), (every, rows[2:])):
                measured = [("Nightstand", radio.player)] + ([("MPD", mpd)] if mpd else [])
                for name, player in measured:
                    values = processes.status(player.process.pid, "VmHWM", "RssAnon")
                    for row, value in zip(own, values):
                        row.add(name, value)
        finally:
            for player in (latin, every, *([mpd] if mpd else [])):
                player.end()
    card.close()
    rows[0].note = (
        "320×240, playing the same stream beside MPD; the list of stations is gone through row by row. "
        f"All scripts: {len(SCRIPTS)} names, each in another one, with emoji. The station has no logo.")
    return rows


def turns(bench):
    """the longest turn of the loop while keys come and a title scrolls"""
    rows, music = [], bench.music()
    for width, height in SIZES:
        size = f"{width}×{height}"
        radio = Radio(bench, f"turns-{size}", width, height, SCRIPTS, address=titled(music, LONG))
        began = Row(f"longest turn of the loop, {size}, to the first sound", "ms")
        later = Row(f"longest turn of the loop, {size}, keys and scrolling", "ms", aim="≤ 20 ms",
                    holds=lambda own, peer: own <= 0.02)
        work = Row(f"the same in processor time, {size}", "ms")
        rows += [began, later, work]
        for _ in range(bench.runs):
            bench.tell(f"turns: {size}")
            try:
                radio.start()
                radio.wait(20, event="state", state="playing")
                began.add("Nightstand", radio.loop()[0])
                for number in range(QUICK_KEYS if bench.quick else KEYS):
                    radio.act(WAY[number % len(WAY)])
                    time.sleep(1 / 30)
                radio.act("player")
                time.sleep(SETTLE)
                longest, worked = radio.loop()
                later.add("Nightstand", longest)
                work.add("Nightstand", worked)
            finally:
                radio.end()
    rows[0].note = (
        "From the return of the loop's wait to its next one, as SIGUSR1 makes the radio tell: by the clock, "
        "so that time counts in which other programs had the processor. Keys come 30 times a second, from the "
        f"first sound on; the list has names in {len(SCRIPTS)} scripts.")
    return rows
