"""Sound cards for a machine without one; see the text of each class."""

import array
import fcntl
import os
import re
import select
import signal
import subprocess
import threading
import time

import processes

RATE, FRAME = 44100, 4
# Of 32768. Louder than dither and than what a decoder leaves in a silent channel.
AUDIBLE = 300
SIDES = ("left", "right")
# A silence that counts, in seconds: longer than a period of any player.
GAP = 0.12


class FifoCard:
    """An ALSA device that writes what is played into a FIFO, as 16-bit stereo at 44.1 kHz.

    Instant, it swallows sound as fast as it comes. Paced, the FIFO holds 23 ms and is read at the true speed,
    so that a player is held up as by a card; what is not there in time is lost time, as with a card.
    """

    def __init__(self, folder, paced):
        os.makedirs(folder)
        self.paced = paced
        fifo, configuration = os.path.join(folder, "fifo"), os.path.join(folder, "alsa.conf")
        os.mkfifo(fifo)
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(
                "</usr/share/alsa/alsa.conf>\n"
                "pcm.!default { type plug slave { format S16_LE rate 44100 channels 2\n"
                f'  pcm {{ type file slave.pcm {{ type null }} file "{fifo}" format "raw" }} }} }}\n')
        self.environment = {**os.environ, "ALSA_CONFIG_PATH": configuration, "SDL_AUDIODRIVER": "alsa"}
        # For reading and writing: it never ends when a player goes, and no player waits for it.
        self.fifo = os.open(fifo, os.O_RDWR | os.O_NONBLOCK)
        if paced:
            fcntl.fcntl(self.fifo, fcntl.F_SETPIPE_SZ, 4096)
        self.changed = threading.Condition()
        self.wanted, self.stamp, self.frames = None, None, 0
        # When it was last loud, and the silences since `watch`; None: nobody watches.
        self.loud, self.silences = None, None
        self.rest, self.closing = b"", False
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def expect(self, *sides):
        """From now on the first sound on one of these sides is waited for."""
        with self.changed:
            self.wanted, self.stamp = sides, None

    def heard(self, seconds):
        """When (time.monotonic) what was expected was heard."""
        with self.changed:
            if not self.changed.wait_for(lambda: self.stamp is not None, seconds):
                raise TimeoutError(f"no sound within {seconds} s")
            return self.stamp

    def watch(self):
        """From now on silences are counted. To be called while there is sound."""
        with self.changed:
            self.loud, self.silences = time.monotonic(), []

    def silence(self):
        """Seconds without sound since `watch`, and whether it is silent now."""
        with self.changed:
            now = time.monotonic() - self.loud
            is_silent = now > GAP
            return sum(self.silences) + (now if is_silent else 0), is_silent

    def clear(self):
        """After a player has gone: forgets what it left, and half a frame."""
        time.sleep(0.01)
        with self.changed:
            self.wanted, self.rest, self.silences = None, b"", None
            while select.select([self.fifo], [], [], 0)[0]:
                os.read(self.fifo, 65536)

    def close(self):
        self.closing = True
        self.thread.join()
        os.close(self.fifo)

    def listen(self):
        began, due = time.monotonic(), 0
        while not self.closing:
            if self.paced:
                time.sleep(0.004)
                now = int((time.monotonic() - began) * RATE)
                size, due = (now - due) * FRAME, now
            else:
                size = 65536
                if not select.select([self.fifo], [], [], 0.1)[0]:
                    continue
            with self.changed:
                try:
                    part = os.read(self.fifo, max(size, FRAME))
                except BlockingIOError:
                    continue
                self.look(part)

    def look(self, part):
        now = time.monotonic()
        data = self.rest + part
        whole = len(data) // FRAME * FRAME
        self.rest = data[whole:]
        self.frames += whole // FRAME
        samples = array.array("h", data[:whole]) if self.silences is not None or self.wanted else None
        if self.silences is not None and samples:
            if max(samples) >= AUDIBLE or min(samples) <= -AUDIBLE:
                if now - self.loud > GAP:
                    self.silences.append(now - self.loud)
                self.loud = now
        if self.wanted is None or self.stamp is not None:
            return
        for side in self.wanted:
            heard = samples[SIDES.index(side)::2]
            if heard and (max(heard) >= AUDIBLE or min(heard) <= -AUDIBLE):
                self.stamp = now
                self.changed.notify_all()


class PulseCard:
    """A null sink of a PulseAudio server of its own: real periods, at the true speed.

    Its monitor lacks what the server rewrites after it was given out, so that of each new stream the first 50 ms may
    be missing there, and with them the fade: who listens for clicks wants one that does not rewind.
    """

    def __init__(self, folder, rewinds=True):
        os.makedirs(folder)
        socket, configuration = os.path.join(folder, "sock"), os.path.join(folder, "alsa.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write("</usr/share/alsa/alsa.conf>\n")
            for kind in ("pcm", "ctl"):
                file.write(f'{kind}.!default {{ type pulse server "unix:{socket}" }}\n')
        home = {**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder}
        sink = "module-null-sink sink_name=out rate=44100" + ("" if rewinds else " norewinds=1")
        self.process = processes.start(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit",
             "--use-pid-file=no", "-L", sink,
             "-L", f"module-native-protocol-unix socket={socket} auth-anonymous=1"], env=home, cwd=folder)
        processes.wait_until(lambda: os.path.exists(socket), 10, "PulseAudio")
        self.environment = {**home, "ALSA_CONFIG_PATH": configuration, "SDL_AUDIODRIVER": "alsa"}
        self.socket = socket

    def streams(self):
        """How many streams play to it."""
        found = subprocess.run(
            ["pactl", "-s", f"unix:{self.socket}", "list", "short", "sink-inputs"], capture_output=True,
            env=self.environment, timeout=10)
        return len(found.stdout.splitlines())

    def heard(self):
        """The processes that play to it."""
        found = subprocess.run(
            ["pactl", "-s", f"unix:{self.socket}", "list", "sink-inputs"], capture_output=True, text=True,
            env=self.environment, timeout=10)
        return {int(pid) for pid in re.findall(r'application\.process\.id = "(\d+)"', found.stdout)}

    def close(self):
        processes.end(self.process, signal.SIGTERM)
