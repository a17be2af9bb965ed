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
