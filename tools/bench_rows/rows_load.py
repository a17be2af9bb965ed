"""Rows about what it costs to play, and to wait."""

import time
import urllib.parse

import cards
import players
import processes
from table import Row

SETTLE = 5
IDLE_SECONDS = 10
# One song: its title is too long for the panel, and goes round once.
SONG = "An Artist of Some Name - A Song with a Title"


def desk(bench):
    """the same as `load`, on a board without a panel"""
    return load(bench, has_panel=False)


def load(bench, has_panel=True):
    """processor time and memory while 128 kbit/s MP3 is played"""
    name, surface = ("load", "panel and terminal on") if has_panel else ("desk", "terminal alone")
    seconds = 20 if bench.quick else 60
    card = cards.PulseCard(bench.folder(f"{name}-card") + "/card")
    music = bench.music()
    radio = players.Nightstand(bench.program, bench.folder(f"{name}-radio"))
    if has_panel:
        radio.give_panel(320, 240)
    everyone = [radio, *bench.peers(bench.folder(name))]
    for player in everyone:
        player.prepare([f"{music.url}?title={urllib.parse.quote(SONG)}"])
    radio.has_screen = True
    processor = Row(
        f"processor time in {seconds} s of playing, {surface}", "s",
        aim="≤ 1.3 × mpg123, ≤ 0.5 × MPD",
        holds=lambda own, peer: own <= 1.3 * peer.get("mpg123", 99) and own <= 0.5 * peer.get("MPD", 99))
    beside = "" if has_panel else ", terminal alone"
    peak = Row(f"memory, peak (VmHWM){beside}", "MB", aim="≤ 0.5 × MPD",
               holds=lambda own, peer: own <= 0.5 * peer.get("MPD", 1e9))
    own_pages = Row(f"memory, not of files (RssAnon){beside}", "MB", aim="≤ MPD",
                    holds=lambda own, peer: own <= peer.get("MPD", 1e9))
    processor.note = (
        "Real time through ALSA's pulse plugin into a null sink. All play at the same time, so that "
        f"other work on the machine falls on all alike; what counts begins {SETTLE} s after the start. "
        "Processor time is user and system of all threads, by the kernel's clock of the process. "
        f"Nightstand runs as the whole appliance, {surface} (320×240, a file in its place; 80 x 24); one song is "
        "on the air, whose title is too long and goes round once. Memory is read at the end.")
    for number in range(bench.runs):
        turned = everyone[number % len(everyone):] + everyone[:number % len(everyone)]
        bench.tell(f"load: {', '.join(player.name for player in turned)} for {seconds} s")
        radio.recall()
        try:
            for player in turned:
                player.start(card.environment)
            time.sleep(SETTLE)
            if card.streams() < len(everyone):
                bench.complain(f"load: {card.streams()} of {len(everyone)} players play")
            before = {player.name: processes.cpu_seconds(player.process.pid) for player in turned}
            time.sleep(seconds)
            for player in turned:
                pid = player.process.pid
                if player.process.poll() is not None:
                    bench.complain(f"load: {player.name} has ended")
                    continue
                processor.add(player.name, processes.cpu_seconds(pid) - before[player.name])
                high, anonymous = processes.status(pid, "VmHWM", "RssAnon")
                peak.add(player.name, high)
                own_pages.add(player.name, anonymous)
        finally:
            for player in turned:
                player.end()
    card.close()
    return [processor, peak, own_pages]


def idle(bench):
    """wake-ups and processor time with nothing playing"""
    card = cards.PulseCard(bench.folder("idle-card") + "/card")
    radio = players.Nightstand(bench.program, bench.folder("idle-radio"))
    everyone = [radio, *(player for player in bench.peers(bench.folder("idle")) if player.name == "MPD")]
    for player in everyone:
        player.prepare([bench.tones.url("left")], plays=False)
    radio.has_screen = True
    wakes = Row("wake-ups a second, nothing playing", "", aim="≤ 2", holds=lambda own, peer: own <= 2)
    processor = Row(f"processor time in {IDLE_SECONDS} s, nothing playing", "ms")
    wakes.note = (
        f"With nothing playing: voluntary context switches of all threads, {SETTLE} s after the start, "
        "screen on; MPD stopped.")
    for _ in range(bench.runs):
        radio.recall()
        try:
            for player in everyone:
                bench.tell(f"idle: {player.name}")
                player.start(card.environment)
            time.sleep(SETTLE)
            before = {}
            for player in everyone:
                pid = player.process.pid
                before[player.name] = processes.sleeps(pid), processes.cpu_seconds(pid)
            time.sleep(IDLE_SECONDS)
            for player in everyone:
                sleeps, spent = before[player.name]
                now = processes.sleeps(player.process.pid)
                count = sum(value - sleeps.get(thread, 0) for thread, value in now.items())
                wakes.add(player.name, count / IDLE_SECONDS)
                processor.add(player.name, processes.cpu_seconds(player.process.pid) - spent)
        finally:
            for player in everyone:
                player.end()
    card.close()
    return [wakes, processor]
