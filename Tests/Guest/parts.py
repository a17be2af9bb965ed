"""The guest has the hardware that the other tests build on."""

import errno
import os

import inputs
from card import is_there
from cases import case, check, expect, read, results
from lines import Chip
from panel import Panel


@case
def the_chip_of_a_raspberry_pi_is_not_the_first_one():
    chip = Chip("pinctrl-bcm2835")
    expect(chip.count, 54, "the number of its lines")
    expect(chip.number("BTN_PLAY"), 17, "the line of PLAY")
    check(chip.node != "gpiochip0", "its number tells nothing")
    expect(Chip("extras").count, 8, "the number of the other chip's lines")


@case
def nobody_holds_the_lines_of_the_keys_and_nothing_is_pressed():
    chip = Chip()
    for name in ("BTN_CATEGORY", "BTN_STATION", "BTN_PLAY", "BTN_FAVORITE", "KNOB_A", "KNOB_B", "KNOB_PUSH"):
        expect(chip.about(chip.number(name)), (name, "", False), "the line")
        expect(chip.level(name), 1, f"the level of {name}")


@case
def the_panel_takes_16_bits_a_pixel_red_in_the_high_ones():
    panel = Panel()
    expect((panel.width, panel.height, panel.bits, panel.stride), (320, 240, 16, 640), "the shape of the panel")
    expect(panel.colors, [(11, 5), (5, 6), (0, 5)], "where red, green and blue are")


@case
def pixels_are_read_as_they_were_written():
    panel = Panel()
    half = panel.width * panel.height // 2
    panel.show(b"\x00\xf8" * half + b"\xe0\x07" * (half - 1) + b"\x1f\x00")
    expect(panel.pixel(5, 100), (255, 0, 0), "a pixel of the upper half")
    expect(panel.pixel(0, 120), (0, 255, 0), "the first pixel of the lower half")
    expect(panel.pixel(319, 239), (0, 0, 255), "the last pixel")
    expect(panel.tally(top=119, height=2), {(255, 0, 0): 320, (0, 255, 0): 320}, "two rows in the middle")
    panel.save(results("panel.png"))
    check(os.path.getsize(results("panel.png")) > 300, "the picture of the panel is empty")


@case
def there_is_a_backlight():
    lamps = os.listdir("/sys/class/backlight")
    expect(lamps, ["backlight"], "the list of backlights")
    chip = Chip("extras")
    for value in "01":
        with open("/sys/class/backlight/backlight/brightness", "w", encoding="ascii") as file:
            file.write(value)
        expect(chip.level("BACKLIGHT"), int(value), "the lamp's line")


@case
def there_are_two_sound_cards():
    check(is_there(), "the loopback card is missing")
    names = [read(f"/proc/asound/card{number}/id") for number in range(2)]
    expect(names, ["Loopback", "Dummy"], "the list of cards")


@case
def the_kernel_makes_input_devices_of_other_lines():
    found = inputs.names()
    check({"gpio-keys", "rotary"} <= set(found), f"the input devices are {sorted(found)}")


@case
def there_are_usb_disks_file_systems_and_a_watchdog():
    check(os.path.exists("/sys/class/udc/dummy_udc.0"), "nothing can be plugged into the USB")
    check("device-mapper" in read("/proc/misc"), "there is no device mapper")
    kinds = set(read("/proc/filesystems").split())
    expect({"ext4", "vfat", "exfat", "ntfs3", "squashfs", "overlay"} - kinds, set(), "the set of missing ones")
    check(os.path.exists("/dev/watchdog0"), "there is no watchdog")


@case
def the_host_cannot_be_written():
    try:
        with open("/etc/nightstand-guest", "w", encoding="ascii"):
            pass
    except OSError as error:
        expect(error.errno, errno.EROFS, "the error")
    else:
        os.unlink("/etc/nightstand-guest")
        raise AssertionError("the guest has written into the host's root folder")
