"""Nightstand and its peers, driven in the same way.

start() starts playing addresses[0] as a new process (`process`), zap(index) goes to addresses[index], end()
ends it.
"""

import fcntl
import json
import os
import plistlib
import pty
import shutil
import socket
import struct
import subprocess
import termios
import threading
import time

import panels
import processes

REPO = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHIPPED = os.path.join(REPO, "image", "share", "categorizedSites.plist")


class Player:
    """A player of which a command line is all there is; `{url}` stands for the address."""

    def __init__(self, name, line, folder):
        self.name, self.line, self.folder = name, line, folder
        self.process, self.environment = None, None

    def command(self, url="URL"):
        return [part.replace("{url}", url) for part in self.line]

    def is_there(self):
        return shutil.which(self.line[0]) is not None

    def prepare(self, addresses):
        """What is done once, before anything is measured."""
        self.addresses = addresses

    def start(self, environment, **options):
        self.environment = environment
        self.process = processes.start(self.command(self.addresses[0]), env=environment, **options)

    def zap(self, index):
        """A player of one address is ended and started anew."""
        self.process.kill()
        self.process.wait()
        processes.end(self.process)
        self.process = processes.start(self.command(self.addresses[index]), env=self.environment)

    def end(self):
        if self.process:
            processes.end(self.process)
            self.process = None


class Mpv(Player):
    def __init__(self, folder):
        super().__init__("mpv", ["mpv", "--no-config", "--no-video", "--really-quiet", "--ao=alsa"], folder)
        self.socket = os.path.join(folder, "mpv.sock")

    def command(self, url="URL"):
        return [*self.line, url]

    def start(self, environment, **options):
        if os.path.exists(self.socket):
            os.unlink(self.socket)
        more = self.addresses[1:]
        line = [*self.command(self.addresses[0]), *more]
        if more:
            line[1:1] = [f"--input-ipc-server={self.socket}", "--loop-playlist=inf"]
        self.process = processes.start(line, env=environment, **options)

    def zap(self, index):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(self.socket)
            order = {"command": ["playlist-next" if index else "playlist-prev"]}
            line.sendall(json.dumps(order).encode() + b"\n")
            line.recv(4096)


class Mpd(Player):
    def __init__(self, folder):
        super().__init__("MPD", ["mpd", "--no-daemon", os.path.join(folder, "mpd.conf")], folder)
        self.socket, self.state = os.path.join(folder, "mpd.sock"), os.path.join(folder, "mpd.state")

    def prepare(self, addresses, plays=True):
        self.addresses = addresses
        os.makedirs(os.path.join(self.folder, "lists"), exist_ok=True)
        with open(self.line[-1], "w", encoding="utf-8") as file:
            file.write(
                f'bind_to_address "{self.socket}"\nstate_file "{self.state}"\n'
                f'playlist_directory "{self.folder}/lists"\nlog_file "/dev/null"\nzeroconf_enabled "no"\n'
                'audio_output {\n type "alsa"\n name "card"\n device "default"\n mixer_type "none"\n}\n')
        self.kept = (
            f"audio_device_state:1:card\nstate: {'play' if plays else 'stop'}\ncurrent: 0\ntime: 0.000\n"
            "random: 0\nrepeat: 1\nsingle: 0\nconsume: 0\ncrossfade: 0\nmixrampdb: 0.000\nplaylist_begin\n"
            + "".join(f"{index}:{url}\n" for index, url in enumerate(addresses)) + "playlist_end\n")

    def start(self, environment, **options):
        with open(self.state, "w", encoding="utf-8") as file:
            file.write(self.kept)
        if os.path.exists(self.socket):
            os.unlink(self.socket)
        self.process = processes.start(self.line, env=environment, **options)

    def order(self, text):
        """As mpc does it, without the time that starting mpc takes."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(20)
            line.connect(self.socket)
            line.recv(4096)
            line.sendall(text.encode() + b"\n")
            answer = line.recv(65536)
        if answer.startswith(b"ACK"):
            raise OSError(f"mpd: {answer.decode()}")
        return answer.decode()

    def is_up(self):
        try:
            return "state" in self.order("status")
        except OSError:
            return False

    def zap(self, index):
        self.order("next" if index else "previous")


class Screen:
    """A terminal of 80 columns and 24 lines that is read and thrown away."""

    def __init__(self):
        self.own, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.count, self.tail = 0, b""
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        while True:
            try:
                part = os.read(self.own, 65536)
            except OSError:
                return
            if not part:
                return
            self.tail = (self.tail + part)[-65536:]
            self.count += len(part)

    def type(self, keys):
        os.write(self.own, keys)

    def close(self):
        os.close(self.theirs)
        self.thread.join(2)
        os.close(self.own)


class Nightstand(Player):
    """`nightstand run`, with the stations that are shipped and those of `addresses` before them."""

    def __init__(self, program, folder):
        super().__init__("Nightstand", [program], folder)
        self.list, self.kept = os.path.join(folder, "stations.plist"), os.path.join(folder, "state-kept")
        self.state, self.screen, self.has_screen = os.path.join(folder, "state"), None, False
        self.board, self.panel = os.path.join(REPO, "board", "desk"), None
        # The house's wishes, beside what the radio keeps itself.
        self.settings = {}

    def command(self, url="URL"):
        return [*self.line, "run", "--board", self.board, "--stations", self.list, "--state", self.state]

    def give_panel(self, width, height):
        """From now on it paints into a file, as on a board with a panel of this size (`panel`)."""
        self.panel = panels.FilePanel(os.path.join(self.folder, "panel"), width, height)
        self.board = os.path.join(self.folder, "board")
        self.panel.describe(self.board)

    def surroundings(self, environment):
        """With a panel: the pictures and languages of this tree, as where the radio is installed."""
        return {**environment, "NIGHTSTAND_SHARE": os.path.dirname(SHIPPED)} if self.panel else environment

    def prepare(self, addresses, plays=True, has_screen=False):
        """The radio itself writes the state folder: it is left playing the first of the addresses."""
        self.addresses, self.has_screen = addresses, has_screen
        with open(SHIPPED, "rb") as file:
            shipped = plistlib.load(file)
        sites = {f"Site{n}": {"siteName": f"Bench {n}", "siteLink": url} for n, url in enumerate(addresses)}
        root = {"Item0": {"categoryName": "Bench", **sites}}
        root.update({f"Item{n + 1}": shipped[f"Item{n}"] for n in range(len(shipped))})
        with open(self.list, "wb") as file:
            plistlib.dump(root, file, sort_keys=False)
        self.remember(b"tune 1\n" if plays else b"")

    def remember(self, actions):
        shutil.rmtree(self.state, ignore_errors=True)
        self.start_script({**os.environ, "ALSA_CONFIG_PATH": "/dev/null"})
        self.act(actions)
        time.sleep(1)
        self.act(b"quit\n")
        self.process.wait(10)
        self.end()
        shutil.rmtree(self.kept, ignore_errors=True)
        shutil.copytree(self.state, self.kept)

    def recall(self):
        shutil.rmtree(self.state, ignore_errors=True)
        shutil.copytree(self.kept, self.state)
        with open(os.path.join(self.state, "settings.plist"), "wb") as file:
            plistlib.dump(self.settings, file)

    def start_script(self, environment, **options):
        self.process = processes.start(
            self.command(), env=self.surroundings(environment), stdin=subprocess.PIPE, bufsize=0, **options)

    def start(self, environment, **options):
        if self.has_screen:
            self.screen = Screen()
            terminal = self.screen.theirs
            self.process = processes.start(
                self.command(), env={**self.surroundings(environment), "TERM": "xterm-256color"},
                stdin=terminal, stdout=terminal, start_new_session=True)
        else:
            self.start_script(environment, **options)

    def act(self, lines):
        self.process.stdin.write(lines)

    def zap(self, index):
        self.act(b"station-next\n" if index else b"station-previous\n")

    def end(self):
        super().end()
        if self.screen:
            self.screen.close()
            self.screen = None


def peers(folder):
    """Those that are installed; the others get a dash in the table."""
    known = [
        Player("mpg123", ["mpg123", "-q", "-o", "alsa", "{url}"], folder),
        Mpd(folder),
        Mpv(folder),
        Player("ffplay", ["ffplay", "-nodisp", "-loglevel", "error", "{url}"], folder)]
    return [player for player in known if player.is_there()]


def versions(program):
    """[(name, version)] of all that takes part."""
    asked = [("Nightstand", [program, "--version"]), ("mpg123", ["mpg123", "--version"]),
             ("MPD", ["mpd", "--version"]), ("mpv", ["mpv", "--version"]),
             ("ffplay", ["ffplay", "-version"])]
    found = []
    for name, command in asked:
        if shutil.which(command[0]):
            text = subprocess.run(command, capture_output=True, text=True, timeout=20).stdout
            found.append((name, text.strip().splitlines()[0] if text.strip() else "?"))
    return found
