import Testing

@testable import Buttons

@Suite struct ChipSearchTests {
  private static func chip(_ label: String, count: Int = 54, names: [String: Int] = [:]) -> ChipSearch.Facts {
    ChipSearch.Facts(label: label, lineCount: count, offset: { names[$0] })
  }

  private static let broadcom = ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"]

  private func place(_ line: String, _ labels: [String], _ chips: [ChipSearch.Facts]) -> [Int]? {
    (try? ChipSearch.find(line, labels: labels, among: chips)).map { [$0.chip, $0.offset] }
  }

  private func trouble(_ line: String, _ labels: [String], _ chips: [ChipSearch.Facts]) -> String? {
    do throws(ButtonsError) {
      _ = try ChipSearch.find(line, labels: labels, among: chips)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func theChipIsFoundByItsLabelWhereverItStands() {
    // Another chip comes first (base 0 in old kernels), and the numbers in the names say nothing.
    let chips = [
      Self.chip("raspberrypi-exp-gpio", count: 8, names: ["GPIO17": 3]), Self.chip("gpio-brcmstb", count: 32),
      Self.chip("pinctrl-rp1", names: ["GPIO17": 17])
    ]
    #expect(place("GPIO17", Self.broadcom, chips) == [2, 17])
    #expect(place("GPIO17", [], chips) == [0, 3], "without labels the first that has the name")
  }

  struct Machine: CustomTestStringConvertible, Sendable {
    var name: String
    /// Label, how many lines, and the number of its first line among all: what sysfs counts by.
    var chips: [(label: String, count: Int, base: Int)]
    var place: Int
    var testDescription: String { name }
  }

  static let machines: [Machine] = [
    Machine(
      name: "Pi 4, Linux 6.1", chips: [("pinctrl-bcm2711", 58, 0), ("raspberrypi-exp-gpio", 8, 504)], place: 0
    ),
    Machine(
      name: "Pi 4, Linux 6.6", chips: [("pinctrl-bcm2711", 58, 512), ("raspberrypi-exp-gpio", 8, 570)],
      place: 0),
    Machine(
      name: "Pi 3, Linux 6.6, the expander first",
      chips: [("raspberrypi-exp-gpio", 8, 512), ("pinctrl-bcm2835", 54, 520)], place: 1),
    Machine(
      name: "Pi 5, Linux 6.6",
      chips: [
        ("gpio-brcmstb@107d508500", 32, 512), ("gpio-brcmstb@107d508520", 4, 544),
        ("gpio-brcmstb@107d517c00", 17, 548), ("gpio-brcmstb@107d517c20", 6, 565), ("pinctrl-rp1", 54, 571)
      ], place: 4)
  ]

  /// Lines are asked for by their offset in the chip; where they begin among all lines is nowhere in it.
  @Test(arguments: machines) func theNumbersOfTheKernelDoNotMatter(machine: Machine) {
    for line in [0, 5, 17, 27, 53] {
      let named = machine.chips.map { chip in
        Self.chip(
          chip.label, count: chip.count, names: chip.label.hasPrefix("pinctrl") ? ["GPIO\(line)": line] : [:])
      }
      let bare = machine.chips.map { Self.chip($0.label, count: $0.count) }
      #expect(place("GPIO\(line)", Self.broadcom, named) == [machine.place, line])
      #expect(place("GPIO\(line)", Self.broadcom, bare) == [machine.place, line])
      let global = "GPIO\(machine.chips[machine.place].base + line)"
      if machine.chips[machine.place].base > 0 {
        #expect(place(global, Self.broadcom, bare) == nil, "\(global)")
      }
    }
  }

  @Test func aLineWithoutItsNameIsFoundByItsNumber() {
    let chips = [Self.chip("pinctrl-bcm2835", names: ["TXD1": 14])]
    #expect(place("GPIO14", Self.broadcom, chips) == [0, 14])
    #expect(place("17", Self.broadcom, chips) == [0, 17])
    #expect(place("gpio5", Self.broadcom, chips) == [0, 5])
    // A name wins over a number that looks like it.
    #expect(place("GPIO4", Self.broadcom, [Self.chip("pinctrl-rp1", names: ["GPIO4": 40])]) == [0, 40])
  }

  @Test(arguments: ["GPIO54", "GPIO529", "GPIO-1", "GPIO", "", "GPIO0x11", "LED", "GPIO1７"])
  func whatTheChipDoesNotHaveIsSaid(line: String) {
    let said = trouble(line, Self.broadcom, [Self.chip("pinctrl-bcm2835")])
    #expect(said?.contains("line \(line): the GPIO chip pinctrl-bcm2835 has no such line") == true)
  }

  @Test func aMachineWithoutTheChipIsSaid() {
    let wanted = "line GPIO5: this machine has no GPIO chip pinctrl-bcm2835 or pinctrl-bcm2711 or pinctrl-rp1"
    #expect(trouble("GPIO5", Self.broadcom, []) == wanted)
    #expect(trouble("GPIO5", Self.broadcom, [Self.chip("gpio-mockup-A")]) == wanted)
    #expect(trouble("GPIO5", [], []) == "line GPIO5: no GPIO chip has a line of this name")
  }

  /// Where there is no /dev/gpiochip at all every line is a trouble, and nothing else happens.
  @Test func aMachineWithoutGPIORunsOn() throws {
    let buttons = Buttons(
      [Buttons.Wanted(name: "GPIO5"), Buttons.Wanted(name: "GPIO6")], labels: Self.broadcom,
      folder: "/proc/self/task")
    #expect(buttons.troubles.map(\.line) == ["GPIO5", "GPIO6"])
    #expect(buttons.numbers.isEmpty)
    #expect(buttons.levels().isEmpty)
    #expect(buttons.drain().edges.isEmpty)
    #expect(throws: ButtonsError.self) {
      try OutputLine(
        "GPIO7", labels: Self.broadcom, isActiveLow: false, isActive: true, folder: "/proc/self/task")
    }
  }

  @Test func whoHoldsALineIsSaid() {
    let busy = ButtonsError(line: "GPIO18", asking: "gpiod_line_request", code: 16, holder: "backlight")
    #expect(busy.description == "line GPIO18 is held by backlight")
    let refused = ButtonsError(line: "GPIO18", asking: "gpiod_line_request", code: 13, holder: "")
    #expect(refused.description == "line GPIO18: gpiod_line_request: Permission denied")
  }
}
