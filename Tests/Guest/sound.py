"""What the radio plays arrives at the sound card, sample by sample; and what it does when the card goes."""

import array
import subprocess
import wave

import card
from cases import Failure, case, check, expect, within
from radio import Radio, Stations, fetched, run

# Two decoders, one of which rounds to 16 bits by itself.
APART_MAX = 1
PIECE = 400


def decoded(data):
    """The samples of an MP3 file, by lame's decoder: another one than the radio's."""
    with open("/run/tmp/tune.mp3", "wb") as file:
        file.write(data)
    subprocess.run(["lame", "--quiet", "--decode", "--mp3input", "/run/tmp/tune.mp3", "/run/tmp/tune.wav"], check=True)
    with wave.open("/run/tmp/tune.wav") as file:
        expect((file.getnchannels(), file.getframerate()), (2, 44100), "the form of the tune")
        return array.array("h", file.readframes(file.getnframes()))


def apart(some, others):
    """How far two rows of samples are apart at most."""
    return max(abs(one - other) for one, other in zip(some, others))


def place(piece, tune):
    """Where in the tune a piece of it begins."""
    for at in range(0, len(tune) - len(piece), 2):
        if abs(tune[at] - piece[0]) <= APART_MAX and apart(piece, tune[at:at + len(piece)]) <= APART_MAX:
            return at
    raise Failure("what was heard is no part of the tune")


@case
def a_station_is_heard_as_it_was_sent():
    stations = Stations()
    seconds = 6
    tune = decoded(fetched(stations.address(f"slow-chords?start=0&burst=20&short={16000 * 12}")))
    recording = card.Recording()
    radio = Radio("play", "--json", "--seconds", str(seconds), stations.address("slow-chords?start=0"))
    radio.hears(event="state", state="playing")
    expect(radio.wait(30), 0, "the exit code")
    heard = recording.end()
    check(len(heard) > (seconds - 2) * 88200, f"only {len(heard) / 88200:.2f} s were heard")
    # The first and the last moment are faded.
    middle = heard[8820:-17640]
    at = place(middle[:PIECE], tune)
    check(max(middle) > 1000, "this is too soft to be the tune")
    expect(at % 2, 0, "left and right")
    distance = apart(middle, tune[at:at + len(middle)])
    check(distance <= APART_MAX, f"{len(middle) // 2} frames differ from the tune by up to {distance}")


@case
def a_station_that_is_not_there_is_silent():
    stations = Stations()
    recording = card.Recording()
    radio = Radio("play", "--json", "--seconds", "2", stations.address("rain?status=404"))
    expect(radio.wait(30), 1, "the exit code")
    expect(len(recording.end()), 0, "the number of samples that were heard")


@case
def the_card_is_pulled_out_and_put_back_while_it_plays():
    stations = Stations()
    radio = run(stations)
    radio.say("tune 1")
    radio.hears(event="state", state="playing")
    radio.say("volume 100")
    within(10, lambda: "RUNNING" in status(), "the card plays")
    card.pull_out()
    gone = radio.hears(event="output", silent=True)
    check(gone["reason"], "the radio does not say why it is silent")
    card.put_back()
    radio.hears(event="output", silent=False)
    within(20, lambda: "RUNNING" in status(), "the card plays again")
    recording = card.Recording(encoding="S32_LE")
    begun = recording.frames()
    within(20, lambda: recording.frames() - begun > 44100, "a second is recorded")
    heard = recording.end()
    check(heard and max(heard) > 300 << 16, "nothing is heard on the card that is back")


def status():
    """What the kernel says of the side of the card that is played to."""
    with open("/proc/asound/Loopback/pcm0p/sub0/status", encoding="ascii") as file:
        return file.read()
