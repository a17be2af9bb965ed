"""Stations that are one tone each, so that an ear knows which of them it hears."""

import array
import math
import os
import plistlib
import subprocess
import wave

from cases import within
from processes import Program

RATE = 44100
# {category: {station: Hz}}; no tone is near a multiple of another one.
CATEGORIES = {"Low": {"Drone": 400, "Hum": 550, "Cello": 700}, "High": {"Whistle": 930, "Chime": 1210}}
TONES = {name: hertz for stations in CATEGORIES.values() for name, hertz in stations.items()}
# Of a full sample: what is softer is no station.
SOFTEST = 40
# How much stronger than all the others a tone has to be, in power.
CLEARLY = 20


class Tones(Program):
    """Sends them, and has a list of them: `list`. More of it goes into `also`, {category: {station: link}}."""

    def __init__(self, also=None):
        folder = "/run/tmp/tones"
        os.makedirs(folder, exist_ok=True)
        for hertz in TONES.values():
            compose(folder, hertz)
        repo = os.environ["GUEST_REPO"]
        super().__init__([os.path.join(repo, "tools", "station-server"), "--files", folder])
        self.port = int(self.lines[self.line(lambda line: line.startswith("port "), 60)].split()[1])
        self.list = "/run/tmp/tones.plist"
        self.announce({name: {station: self.link(hertz) for station, hertz in stations.items()}
                       for name, stations in CATEGORIES.items()})

    def address(self, path):
        return f"http://127.0.0.1:{self.port}/{path}"

    def link(self, hertz):
        """Of a tone without end, at its own speed. Without a title, so that nothing on a panel moves by itself."""
        return self.address(f"file?file={hertz}.mp3&again=1&kbit=64&title=off")

    def announce(self, categories):
        """Writes the list: {category: {station: link}}."""
        root = {}
        for place, (name, stations) in enumerate(categories.items()):
            sites = {f"Site{number}": {"siteName": station, "siteLink": link, "siteLogoName": ""}
                     for number, (station, link) in enumerate(stations.items())}
            root[f"Item{place}"] = {"categoryName": name, **sites}
        with open(self.list, "wb") as file:
            plistlib.dump(root, file)


def compose(folder, hertz):
    """Ten seconds of a tone, as an MP3 file. A whole number of its periods, so that the seam is not heard."""
    path = f"{folder}/{hertz}.mp3"
    if os.path.exists(path):
        return
    second = array.array("h", (round(12000 * math.sin(math.tau * hertz * at / RATE)) for at in range(RATE)))
    with wave.open(f"{folder}/tone.wav", "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(second.tobytes() * 10)
    subprocess.run(["lame", "--quiet", "--cbr", "-b", "64", f"{folder}/tone.wav", path], check=True)


def power(samples, hertz):
    """Of one frequency in some samples (Goertzel)."""
    turn = 2 * math.cos(math.tau * hertz / RATE)
    one = two = 0.0
    for sample in samples:
        one, two = sample + turn * one - two, one
    return one * one + two * two - turn * one * two


def tone(samples):
    """The station whose tone it is; None where there is silence, or something else."""
    if not samples or max(samples) < SOFTEST:
        return None
    found = sorted(((power(samples, hertz), name) for name, hertz in TONES.items()), reverse=True)
    return found[0][1] if found[0][0] > CLEARLY * found[1][0] else None


def plays(recording, station, seconds=20):
    """Waits until the station is what the card plays now; None: until there is silence."""
    within(seconds, lambda: tone(recording.latest()) == station, f"the card plays {station}")
