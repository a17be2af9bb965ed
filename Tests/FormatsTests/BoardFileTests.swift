import Core
import Testing

@testable import Formats

@Suite struct BoardFileTests {
  private static func read(_ body: String) -> (board: Board?, messages: [String]) {
    let file =
      "<plist version=\"1.0\"><dict>\n<key>boardName</key><string>x</string>\n\(body)\n</dict></plist>"
    let (board, findings) = BoardFile.read(Array(file.utf8), file: "board.plist")
    return (board, findings.kept.map(\.description))
  }

  private static func key(_ number: Int, _ fields: String) -> String {
    "<key>Key\(number)</key><dict>\(fields)</dict>\n"
  }

  private static func text(_ key: String, _ value: String) -> String {
    "<key>\(key)</key><string>\(value)</string>"
  }

  private static let good = key(0, text("keyLine", "GPIO5") + text("keyRole", "play"))

  /// A slip, and a part of what is said of it, with its place.
  static let slips: [(body: String, message: String)] = [
    (key(0, text("keyRole", "play")), "3:16: error: Key0: keyLine is missing"),
    (key(0, text("keyLine", "GPIO5")), "Key0: keyRole or keyShort is missing"),
    (
      key(0, text("keyLine", "GPIO5") + text("keyRole", "playy")),
      "3:80: error: Key0: keyRole \"playy\" is not one of category, station, play"
    ),
    (
      key(0, text("keyLine", "GPIO5") + text("keyShort", "dance")),
      "Key0: keyShort: \"dance\" is no action; see nightstand run --actions"
    ),
    (
      key(0, text("keyLine", "GPIO5") + text("keyRole", "star") + text("keyPul", "up")),
      "unknown key \"keyPul\""
    ),
    (
      key(0, text("keyLine", "GPIO5") + text("keyRole", "star") + text("keyPull", "upward")),
      "Key0: keyPull must be one of up, down, none, asIs"
    ),
    (
      good + key(1, text("keyLine", "GPIO5") + text("keyRole", "star")),
      "Key1: line GPIO5 is key play already"
    ),
    (
      key(0, text("keyLine", "GPIO5") + text("keyRole", "play") + text("keyHold", "mute")),
      "Key0: a key that acts at the press has no hold"
    ),
    ("<key>Key0</key><string>play</string>", "Key0 is a string, not a dict"),
    ("<key>Knob0</key><dict>\(text("knobLineA", "GPIO22"))</dict>", "Knob0: knobLineB is missing"),
    (
      "<key>Knob0</key><dict>\(text("knobLineA", "GPIO22"))\(text("knobLineB", "GPIO23"))"
        + "<key>knobChangesPerClick</key><integer>3</integer></dict>",
      "knobChangesPerClick must be 1, 2 or 4"
    ),
    ("<key>Panel</key><dict>\(text("panelLayout", "small"))</dict>", "Panel: panelDevice is missing"),
    (
      "<key>Panel</key><dict>\(text("panelDevice", "/dev/fb0"))"
        + "<key>panelRotation</key><integer>45</integer></dict>",
      "panelRotation must be 0, 90, 180 or 270"
    ),
    (
      "<key>Panel</key><dict>\(text("panelDevice", "/dev/fb0"))<key>panelWidth</key><integer>0</integer></dict>",
      "panelWidth is 0; it must be from 5 to 2000"
    ),
    (
      "<key>Panel</key><dict>\(text("panelDevice", "/dev/fb0"))\(text("panelPixels", "320x240"))</dict>",
      "with panelPixels, panelDevice is the path of a plain file, not \"/dev/fb0\""
    ),
    (
      "<key>Panel</key><dict>\(text("panelDevice", "/tmp/p"))\(text("panelPixels", "320x99999"))</dict>",
      "panelPixels needs a width and a height from 16 to 4096"
    ),
    (
      "<key>Panel</key><dict>\(text("panelDevice", "/tmp/p"))\(text("panelPixels", "4096x4096"))</dict>",
      "panelPixels 4096x4096 is more than 4 megapixels"
    ),
    (
      "<key>Panel</key><dict>\(text("panelDevice", "/tmp/p"))\(text("panelPixels", "320x240"))"
        + "<key>panelDepth</key><integer>8</integer></dict>",
      "panelDepth must be 1, 16 or 32"
    ),
    (
      "<key>Panel</key><dict>\(text("panelDevice", "/dev/fb0"))<key>panelDepth</key><integer>16</integer></dict>",
      "panelDepth goes with panelPixels"
    ),
    ("<key>touch</key><string>yes</string>", "touch is a string, not a boolean"),
    ("<key>bootConfig</key><array><string>rm -rf /</string></array>", "is no line like dtparam=spi=on"),
    ("<key>Outputs</key><dict><key>laser</key><dict/></dict>", "unknown key \"laser\""),
    ("<key>Outputs</key><dict><key>buzzer</key><dict/></dict>", "buzzer: outputLine is missing")
  ]

  @Test(arguments: slips)
  func aSlipIsSaidAndCostsOnlyItsOwnEntry(body: String, message: String) throws {
    let (board, messages) = Self.read(body)
    #expect(board?.name == "x")
    #expect(messages.contains { $0.contains(message) }, "\(messages)")
  }

  @Test(arguments: [
    "", "<array/>", "<plist version=\"1.0\"><dict/></plist>",
    "<plist version=\"1.0\"><dict><key>boardName</key><integer>1</integer></dict></plist>"
  ])
  func whatIsNoBoardIsRefused(file: String) {
    let (board, findings) = BoardFile.read(Array(file.utf8), file: "board.plist")
    #expect(board == nil)
    #expect(findings.errorCount > 0)
  }

  @Test func keysMayBeAnythingThatHasAName() throws {
    let roles = ["favorite3", "stationNext", "volumeUp", "mute", "alarmStop", "moon"]
    var body = ""
    for (index, role) in roles.enumerated() {
      body += Self.key(index, Self.text("keyLine", "GPIO\(index + 4)") + Self.text("keyRole", role))
    }
    body += Self.key(
      6,
      Self.text("keyLine", "SHORT") + Self.text("keyShort", "open recents") + Self.text("keyHold", "mute")
        + Self.text("keyPull", "down") + "<key>keyActiveLow</key><false/>")
    let (board, messages) = Self.read(body)
    #expect(messages == [])
    let contacts = try #require(board).controls.contacts
    #expect(
      contacts.map(\.short) == [
        .favoriteNumber(3), .stationNext, .volumeUp, .mute, nil, .key(.moon), .open(.recents)
      ])
    #expect(contacts[2].repeats && contacts[2].actsAtPress)
    #expect(contacts[6].hold == .mute)
    #expect(board?.inputs[6].line.pull == .down && board?.inputs[6].line.isActiveLow == false)
  }

  @Test func aPlainFileMayTakeThePlaceOfAPanel() throws {
    let file = "<key>Panel</key><dict>\(Self.text("panelDevice", "/tmp/panel"))"
    let plain = Self.read(file + Self.text("panelPixels", "320x240") + "</dict>")
    #expect(plain.messages == [])
    let said = try #require(plain.board?.panel?.plainFile)
    #expect((said.width, said.height, said.depth) == (320, 240, 16))
    let deep = Self.read(
      file + Self.text("panelPixels", "800x480") + "<key>panelDepth</key><integer>32</integer></dict>")
    #expect(deep.board?.panel?.plainFile?.depth == 32)
    // A file that nothing is known of is not taken for a device.
    let odd = Self.read(file + Self.text("panelPixels", "wide") + "</dict>")
    #expect(odd.board != nil)
    #expect(odd.board?.panel == nil)
  }

  @Test func theNumberOfEntriesIsBounded() {
    let many = (0..<40).map { Self.key($0, Self.text("keyLine", "L\($0)") + Self.text("keyRole", "mute")) }
    let (board, messages) = Self.read(many.joined())
    #expect(board?.controls.contacts.count == 32)
    #expect(messages.contains { $0.contains("more than 32 keys") })
  }

  // MARK: Pins

  private static func boot(_ lines: String...) -> String {
    "<key>bootConfig</key><array>\(lines.map { "<string>\($0)</string>" }.joined())</array>\n"
  }

  static let conflicts: [(body: String, message: String?)] = [
    // The clock of the I2S and the usual pin of a dimmed backlight are the same.
    (
      boot("dtoverlay=hifiberry-dac", "dtoverlay=fbtft,spi0-0,ili9341,dc_pin=25,reset_pin=24,led_pin=18"),
      "GPIO18 is wanted by I2S and by dtoverlay fbtft (led_pin)"
    ),
    (boot("dtoverlay=hifiberry-dac", "dtoverlay=pwm"), "GPIO18 is wanted by I2S and by dtoverlay pwm (pin)"),
    (boot("dtoverlay=hifiberry-dac", "dtoverlay=pwm,pin=12,func=4"), nil),
    (
      boot("dtoverlay=i2s-dac", "dtoverlay=pwm-2chan,pin=12,func=4"),
      "GPIO19 is wanted by I2S and by dtoverlay pwm-2chan (pin2)"
    ),
    (boot("dtparam=i2s=on", "dtoverlay=hifiberry-dac"), nil),
    (
      key(0, text("keyLine", "GPIO7") + text("keyRole", "play")) + boot("dtparam=i2c_arm=on,spi=on"),
      "GPIO7 is wanted by key play and by SPI0"
    ),
    (
      key(0, text("keyLine", "GPIO3") + text("keyRole", "play")) + boot("dtoverlay=ssd1306,inverted"),
      "GPIO3 is wanted by key play and by I2C1"
    ),
    (
      key(0, text("keyLine", "GPIO14") + text("keyRole", "play")) + boot("enable_uart=1"),
      "GPIO14 is wanted by key play and by UART"
    ),
    (
      key(0, text("keyLine", "GPIO14") + text("keyRole", "play")) + boot("enable_uart=0", "dtparam=spi=off"),
      nil
    ),
    (
      "<key>Outputs</key><dict><key>amplifier</key><dict>\(text("outputLine", "GPIO4"))</dict></dict>"
        + boot("dtoverlay=max98357a"),
      "GPIO4 is wanted by amplifier and by dtoverlay max98357a (sdmode-pin)"
    ),
    (
      "<key>Outputs</key><dict><key>amplifier</key><dict>\(text("outputLine", "GPIO4"))</dict></dict>"
        + boot("dtoverlay=max98357a,no-sdmode"),
      nil
    )
  ]

  @Test(arguments: conflicts)
  func twoThatWantOnePinAreNamed(body: String, message: String?) {
    let messages = Self.read(body).messages
    if let message {
      #expect(messages.contains { $0.contains("error: \(message)") }, "\(messages)")
    } else {
      #expect(messages == [])
    }
  }

  @Test func aBoardIsKnownByItsNameAndByItsShape() {
    #expect(KnownFile(name: "board.plist") == .board)
    let slip = Array(
      "<plist version=\"1.0\"><dict><key>boardName</key><string>x</string>\(Self.good)\(Self.good)</dict></plist>"
        .utf8)
    for kind in [KnownFile.board, nil] {
      let check = KnownFile.check(slip, file: "b.plist", as: kind)
      #expect(check.findings.kept.contains { $0.description.contains("Key0 is there twice") })
    }
  }
}
