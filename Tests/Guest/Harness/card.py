"""The sound card: what is played to it comes out at its other end, and it can be pulled out."""

import array
import os
import threading

from cases import read, within, write
from processes import Program

NAME = "Loopback"
DRIVER, DEVICE = "/sys/bus/platform/drivers/snd_aloop", "snd_aloop.0"
# Samples of an encoding: how an array calls them, their size in bytes.
ENCODINGS = {"S16_LE": ("h", 2), "S32_LE": ("i", 4)}


def configuration():
    """The environment in which ALSA's default device is the card itself: nothing mixes or converts."""
    path = "/run/tmp/alsa.conf"
    write(path, f'</usr/share/alsa/alsa.conf>\npcm.!default {{ type hw card "{NAME}" device 0 }}\n')
    return {**os.environ, "ALSA_CONFIG_PATH": path}


class Recording:
    """Records what is played to the card, in stereo. Whichever of the two is there first gives the form: a
    player after it gets no other rate and encoding, and a recording after a player has to agree with it.
    """

    def __init__(self, rate=44100, encoding="S16_LE"):
        self.path, self.rate = "/run/tmp/recording", rate
        self.form, size = ENCODINGS[encoding]
        self.frame = 2 * size
        self.program = Program(["arecord", "-q", "-D", f"hw:{NAME},1,0", "-f", encoding, "-r", str(rate),
                                "-c", "2", "-t", "raw", self.path])
        within(10, self.frames, "the recording begins")

    def frames(self):
        return os.path.getsize(self.path) // self.frame if os.path.exists(self.path) else 0

    def latest(self, seconds=0.1):
        """The left channel of what was recorded last."""
        with open(self.path, "rb") as file:
            file.seek(max(0, self.frames() - round(seconds * self.rate)) * self.frame)
            data = file.read()
        return array.array(self.form, data[:len(data) // self.frame * self.frame])[::2]

    def end(self):
        """Both channels of every frame from the first one that is not silent to the last one."""
        self.program.end()
        with open(self.path, "rb") as file:
            data = file.read()
        samples = array.array(self.form, data[:len(data) // self.frame * self.frame])
        loud = [index for index, sample in enumerate(samples) if sample]
        return samples[loud[0] // 2 * 2:loud[-1] // 2 * 2 + 2] if loud else array.array(self.form)


def is_there():
    return f"[{NAME}" in read("/proc/asound/cards")


def pull_out():
    """Takes the card away. Returns when the kernel has let go of it, which waits for all who hold it."""
    unbinding = threading.Thread(target=write, args=(f"{DRIVER}/unbind", DEVICE), daemon=True)
    unbinding.start()
    within(10, lambda: not is_there(), "the card has gone")
    within(10, lambda: not unbinding.is_alive(), "nobody holds the card that has gone")


def put_back():
    write(f"{DRIVER}/bind", DEVICE)
    within(10, is_there, "the card is there")
