"""The whole front of the radio: a finger on a line, the other station on the card, and the picture of it."""

import time

from bedside import HAND, Bedside, other
from cases import Failure, case, check, expect, within
from picture import painted
from tones import plays

# Where Player has the name, the volume's bar and, in its head, the volume, on a panel of 320 x 240: left, top,
# width, height.
NAME, BAR, VOLUME = (140, 34, 172, 100), (10, 190, 300, 45), (220, 0, 100, 32)


def name(radio):
    return radio.panel.part(*NAME)


@case
def station_category_and_star_change_what_is_heard_and_the_name():
    radio = Bedside()
    drone = radio.panel.part(*NAME, radio.starts())
    radio.hold("BTN_FAVORITE")
    radio.said.hears(event="favorite", name="Drone", on=True)
    radio.short("BTN_STATION")
    radio.plays("Hum")
    hum = other(drone, lambda: name(radio), "the name of the next station")
    radio.short("BTN_CATEGORY")
    radio.plays("Whistle")
    whistle = other(hum, lambda: name(radio), "the name of the station of the next category")
    radio.hold("BTN_STATION")
    radio.plays("Chime")
    chime = other(whistle, lambda: name(radio), "the name of the station before")
    radio.short("BTN_FAVORITE")
    radio.plays("Drone")
    within(10, lambda: name(radio) == drone, "the name of the favorite, as it was")
    expect(len({drone, hum, whistle, chime}), 4, "the number of different names")
    radio.hold("BTN_FAVORITE")
    radio.said.hears(event="favorite", name="Drone", on=False)


@case
def play_acts_at_the_press_and_is_heard_and_seen():
    radio = Bedside()
    playing = radio.starts()
    radio.chip.press("BTN_PLAY")
    radio.said.hears(event="state", state="paused")
    plays(radio.recording, None)
    paused = other(playing, radio.panel.shown, "what is seen of the pause")
    radio.chip.release("BTN_PLAY")
    time.sleep(HAND)
    expect(radio.panel.shown(), paused, "the panel after the release")
    radio.short("BTN_PLAY")
    radio.said.hears(event="state", state="playing")
    plays(radio.recording, "Drone")
    within(10, lambda: radio.panel.shown() == playing, "Player as before")


@case
def a_turn_on_player_is_the_volume_and_its_bar_comes_and_goes():
    radio = Bedside()
    before = radio.starts()
    radio.turn(2)
    radio.said.hears(event="volume", percent=68)
    buttons = radio.panel.part(*BAR, before)
    within(2, lambda: radio.panel.part(*BAR) != buttons, "the bar comes")
    louder = max(radio.recording.latest())
    radio.chip.turn(-6)
    radio.said.hears(event="volume", percent=44)
    within(10, lambda: max(radio.recording.latest()) < louder / 2, "12 dB softer")
    within(10, lambda: radio.panel.part(*BAR) == buttons, "the bar goes")
    check(radio.panel.part(*VOLUME) != radio.panel.part(*VOLUME, before), "the head tells the same volume")
    expect(radio.panel.focused(), None, "what is filled on Player")


@case
def the_knob_moves_the_filled_row_and_a_push_plays_it():
    radio = Bedside()
    radio.starts()
    radio.short("KNOB_PUSH")
    radio.said.hears(event="screen", screen="stations", title="Low")
    first = radio.row(1)
    radio.turn(1)
    second = radio.row(2, first)
    radio.turn(1)
    third = radio.row(3, second)
    (top, height), distance = first, second[0] - first[0]
    check(distance >= height, f"the rows are at {first}, {second}, {third}")
    expect([second, third], [(top + distance, height), (top + 2 * distance, height)], "the other rows")
    radio.turn(-1)
    expect(radio.row(2, third), second, "the second row again")
    plays(radio.recording, "Drone")
    radio.short("KNOB_PUSH")
    radio.plays("Hum", "player")


@case
def stations_is_painted_as_show_paints_it():
    radio = Bedside()
    radio.short("KNOB_PUSH")
    radio.said.hears(event="screen", screen="stations", title="Low")
    # 58 mm for 320 pixels.
    width, wanted = painted("stations", "--ppi", "140", "--stations", radio.stations.list,
                            "--state", "/run/tmp/none")
    expect(width, radio.panel.width, "the width")
    try:
        within(10, lambda: radio.panel.shown() == wanted, "the same picture")
    except Failure:
        differs = sum(one != two for one, two in zip(radio.panel.shown(), wanted))
        raise Failure(f"{differs} of {len(wanted)} bytes differ") from None


@case
def holds_show_options_and_home():
    radio = Bedside()
    player = radio.starts()
    radio.hold("KNOB_PUSH")
    radio.said.hears(event="screen", screen="options")
    radio.row(1)
    options = radio.panel.shown()
    check(options != player, "the sheet is not seen")
    radio.short("BTN_CATEGORY")
    radio.said.hears(event="screen", screen="player")
    within(5, lambda: radio.panel.shown() == player, "Player as before")
    radio.hold("BTN_CATEGORY")
    radio.said.hears(event="screen", screen="home")
    home = radio.row(1)
    radio.turn(1)
    check(radio.row(2, home) > home, "the filled row moves down")
    radio.short("BTN_STATION")
    radio.said.hears(event="screen", screen="player")
    plays(radio.recording, "Drone")
