"""The rows about what it costs to play each format."""

import os
import shutil
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request

import cards
import frames
import players
import processes
import segments
from table import Row

# Longer than Nightstand needs to learn how loud a station is.
SETTLE = 95
# What a listener gets at once, and what is sent beyond what is measured, in seconds.
BURST, SPARE = 4, 20
RUNS_MAX = 3
RATE, KBIT_MUSIC = 44100, 128

FFMPEG = ["ffmpeg", "-v", "error", "-y", "-i", "IN"]
# Name, type, ending, what makes it. HLS comes after them.
FORMATS = (
    ("MP3 128", "audio/mpeg", "mp3",
     [*FFMPEG, "-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0", "OUT"]),
    ("AAC 128", "audio/aac", "aac", [*FFMPEG, "-c:a", "aac", "-b:a", "128k", "-f", "adts", "OUT"]),
    ("HE-AAC 48", "audio/aac", "he.aac", ["fdkaac", "-S", "-p", "5", "-b", "48000", "-f", "2", "-o", "OUT", "IN"]),
    ("Vorbis 128", "application/ogg", "ogg", ["oggenc", "-Q", "-b", "128", "-o", "OUT", "IN"]),
    ("Opus 96", "application/ogg", "opus", ["opusenc", "--quiet", "--bitrate", "96", "IN", "OUT"]),
    ("FLAC", "application/ogg", "flac.ogg", [*FFMPEG, "-c:a", "flac", "-page_duration", "200000", "-f", "ogg", "OUT"]),
)


class Station:
    """Sends the frames or pages of one file as they are due to everyone who asks, each from the first."""

    def __init__(self, path, kind):
        self.units, self.kind = self.cut(path, kind), kind
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=16)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/live"
        threading.Thread(target=self.accept, daemon=True).start()

    @staticmethod
    def cut(path, kind):
        with open(path, "rb") as file:
            data = file.read()
        if kind == "application/ogg":
            head, units = frames.ogg(data, 48000 if path.endswith("opus") else RATE)
            return [(head, 0.0), *units]
        return frames.mp3(data) if kind == "audio/mpeg" else frames.adts(data)

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client:
            try:
                client.settimeout(60)
                self.answer(client, client.recv(65536).split(b" ")[1].decode("ascii"))
            except (OSError, IndexError, ValueError):
                # The listener has gone, or asked for what is no request.
                return

    def answer(self, client, _):
        client.sendall(
            f"HTTP/1.0 200 OK\r\nContent-Type: {self.kind}\r\nicy-name: Bench\r\n"
            "Connection: close\r\n\r\n".encode())
        began, sent = time.monotonic(), 0.0
        for data, seconds in self.units:
            time.sleep(max(0.0, sent - BURST - (time.monotonic() - began)))
            client.sendall(data)
            sent += seconds

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


class SegmentStation(Station):
    """The same in segments of four seconds."""

    def __init__(self, folder, source):
        self.segments = segments.Segments(folder, source, 4)
        self.began = None
        super().__init__(source, segments.KIND)
        self.url += ".m3u8"

    @staticmethod
    def cut(path, kind):
        return []

    def answer(self, client, path):
        # It begins with its first listener.
        self.began = self.began or time.monotonic()
        if path.startswith("/hls/"):
            kind, data = "video/mp2t", self.segments.segment(int(path.rpartition("/")[2].removesuffix(".ts")))
        else:
            kind, data = self.kind, self.segments.playlist(time.monotonic() - self.began)
        client.sendall(
            f"HTTP/1.0 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n"
            "Connection: close\r\n\r\n".encode() + data)


def wave(bench, folder, seconds):
    """So many seconds of the made-up music."""
    music, path = bench.music(), os.path.join(folder, "music")
    burst = urllib.parse.urlencode({"burst": seconds, "start": 0})
    with urllib.request.urlopen(f"{music.url}?{burst}", timeout=60) as stream:
        data = stream.read(seconds * KBIT_MUSIC * 125)
    with open(path + ".mp3", "wb") as file:
        file.write(data)
    processes.end(music.process)
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "mp3", "-i", path + ".mp3", "-t", str(seconds),
                    path + ".wav"], check=True)
    return path + ".wav"


def stations(bench, folder, seconds):
    """[(name, station)] of those that the programs here can make."""
    found = []
    source = wave(bench, folder, seconds)
    for name, kind, ending, command in FORMATS:
        if shutil.which(command[0]) is None:
            bench.complain(f"formats: {name} is left out, {command[0]} is not installed")
            continue
        path = os.path.join(folder, f"music.{ending}")
        known = {"IN": source, "OUT": path}
        subprocess.run([known.get(part, part) for part in command], check=True, stdout=subprocess.DEVNULL)
        found.append((name, Station(path, kind)))
    found.append(("HLS, AAC 128", SegmentStation(os.path.join(folder, "segments"), source)))
    return found


class Playing:
    """A player at a station, and the rows that it counts in."""

    def __init__(self, name, player, rows):
        self.name, self.player, self.rows = f"{name}, {player.name}", player, rows
        self.before = 0.0

    def start(self, environment):
        if isinstance(self.player, players.Nightstand):
            self.player.recall()
        self.player.start(environment)

    def begin(self):
        self.before = processes.cpu_seconds(self.player.process.pid)

    def count(self):
        if self.player.process.poll() is not None:
            raise OSError("it has ended")
        pid = self.player.process.pid
        values = processes.cpu_seconds(pid) - self.before, *processes.status(pid, "VmHWM", "RssAnon")
        for row, value in zip(self.rows, values):
            row.add(self.player.name, value)


def measure(bench, card, playing, seconds):
    """All play at the same time, so that other work on the machine falls on all alike."""
    try:
        for one in playing:
            one.start(card.environment)
        time.sleep(SETTLE)
        heard = card.heard()
        silent = [one.name for one in playing if one.player.process.pid not in heard]
        if silent:
            bench.complain(f"formats: not played: {'; '.join(silent)}")
        for one in playing:
            one.begin()
        time.sleep(seconds)
        for one in playing:
            if one.name not in silent:
                bench.attempt(f"formats: {one.name}", one.count)
    finally:
        for one in playing:
            one.player.end()


def bound(factor):
    """The aim of a row; mpv counts where MPD does not play it."""
    def holds(own, peer):
        return own <= factor * (peer.get("MPD") or peer.get("mpv", 1e9))
    return {"aim": f"≤ {factor} × MPD" if factor != 1 else "≤ MPD", "holds": holds}


def formats(bench):
    """processor time and memory while AAC, HE-AAC, Vorbis, Opus, FLAC and HLS are played"""
    seconds = 20 if bench.quick else 60
    folder = bench.folder("formats")
    card = cards.PulseCard(os.path.join(folder, "card"))
    rows, playing, servers = [], [], []
    for number, (name, station) in enumerate(stations(bench, folder, seconds + SETTLE + BURST + SPARE)):
        radio = players.Nightstand(bench.program, bench.folder(f"formats-radio-{number}"))
        radio.give_panel(320, 240)
        peers = bench.peers(bench.folder(f"formats-{number}"))
        everyone = [radio, *(player for player in peers if player.name in ("MPD", "mpv"))]
        for player in everyone:
            player.prepare([station.url])
        radio.has_screen = True
        made = [
            Row(f"{name}: processor time in {seconds} s", "s", **bound(0.5)),
            Row(f"{name}: memory, peak (VmHWM)", "MB", **bound(0.5)),
            Row(f"{name}: memory, not of files (RssAnon)", "MB", **bound(1))]
        playing += [Playing(name, player, made) for player in everyone]
        servers.append(station)
        rows += made
    for run in range(min(bench.runs, RUNS_MAX)):
        turned = playing[run % len(playing):] + playing[:run % len(playing)]
        bench.tell(f"formats: {len(playing)} players for {SETTLE + seconds} s")
        measure(bench, card, turned, seconds)
    for server in servers:
        server.close()
    rows[0].note = (
        f"Formats: as with processor time and memory above, but all formats and players at the same time, {seconds} s "
        f"from {SETTLE} s after the start (from then on Nightstand measures loudness as seldom as for the rest of the "
        f"night), at most {RUNS_MAX} runs. Music of 44.1 kHz in stereo, sent as it is due with "
        f"{BURST} s ahead. The other players neither measure loudness nor follow the server's clock.")
    card.close()
    return rows
