import Core
import Formats
import Testing

@Suite struct StateTests {
  static func station(_ number: Int) -> Station {
    Station(name: "S\(number)", link: "http://h/\(number)", logo: "l\(number)")
  }

  // Recents and favorites.

  @Test func recentsAreNewestFirstInMemoryAndLastInTheFile() {
    let stations = (0..<3).map(Self.station)
    let bytes = SiteListFile.write(stations, kind: .recents)
    let text = String(decoding: bytes, as: UTF8.self)
    let expected = """
      \t<key>Site0</key>
      \t<dict>
      \t\t<key>siteName</key>
      \t\t<string>S2</string>
      \t\t<key>siteLink</key>
      \t\t<string>http://h/2</string>
      \t\t<key>siteLogoName</key>
      \t\t<string>l2</string>
      \t</dict>
      \t<key>Site1</key>
      """
    let lines = text.split(separator: "\n")
    #expect(lines.dropFirst(4).prefix(10).elementsEqual(expected.split(separator: "\n").map { $0 }))
    #expect(Checksum.verify(bytes) == .intact)
    let (read, findings) = SiteListFile.read(bytes, file: "recentSites.plist", kind: .recents)
    #expect(read == stations)
    #expect(findings.lines == [])
  }

  @Test func favoritesCarryNoLogoAndKeepWhatIsNeededToPlay() {
    var station = Self.station(1)
    station.alternates = ["http://h/x"]
    station.gain = -2
    station.charset = "koi8-r"
    let bytes = SiteListFile.write([station, Self.station(2)], kind: .favorites)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("siteLogoName"))
    let (read, findings) = SiteListFile.read(bytes, file: "f", kind: .favorites)
    station.logo = nil
    #expect(read?.first == station)
    #expect(findings.lines == [])
  }

  @Test func onlyTheNewestTwentyRecentsAreKept() {
    let text = Samples.plist((0..<25).map { Samples.site("Site\($0)", "S\($0)", "http://h/\($0)") }.joined())
    let (read, _) = SiteListFile.read(Array(text.utf8), file: "r", kind: .recents)
    #expect(read?.map(\.name) == (5..<25).reversed().map { "S\($0)" })
    let (favorites, _) = SiteListFile.read(Array(text.utf8), file: "f", kind: .favorites)
    #expect(favorites?.count == 25)
    let written = SiteListFile.write((0..<25).map(Self.station), kind: .recents)
    #expect(SiteListFile.read(written, file: "r", kind: .recents).stations?.count == 20)
  }

  @Test func doublesCollapseToTheNewest() {
    let sites = ["a", "b", " a ", "c", "b"].enumerated().map {
      Samples.site("Site\($0.0)", "\($0.0)", "http://h/\($0.1)")
    }
    let text = Samples.plist(sites.joined().replacing("http://h/ a ", with: " http://h/a\n"))
    let (read, findings) = SiteListFile.read(Array(text.utf8), file: "r", kind: .recents)
    #expect(read?.map(\.name) == ["4", "3", "2"])
    #expect(findings.errorCount == 0)
  }

  @Test func deletingClosesTheNumbersUp() {
    let (read, _) = SiteListFile.read(
      SiteListFile.write([Self.station(2), Self.station(0)], kind: .favorites), file: "f", kind: .favorites)
    #expect(read?.map(\.name) == ["S2", "S0"])
    let text = String(
      decoding: SiteListFile.write([Self.station(2), Self.station(0)], kind: .favorites), as: UTF8.self)
    #expect(text.contains("Site1") && !text.contains("Site2"))
  }

  @Test func anEmptyListIsAListAndDamageIsNot() {
    let empty = SiteListFile.write([], kind: .recents)
    #expect(SiteListFile.read(empty, file: "r", kind: .recents).stations == [])
    for bytes in [
      [], [UInt8](repeating: 0, count: 512), Array(empty.prefix(empty.count / 2)), Array("x".utf8)
    ] {
      let (stations, findings) = SiteListFile.read(bytes, file: "r", kind: .recents)
      #expect(stations == nil)
      #expect(findings.errorCount == 1)
    }
    #expect(SiteListFile.read(Array(Samples.smallest.utf8), file: "r", kind: .recents).stations == nil)
  }

  @Test func markupAndForbiddenCharactersAreWrittenSafely() {
    let station = Station(name: "R & B <\"x\">\u{0}\u{B}\u{FFFE}\r]]> 📻", link: "http://h/?a=1&b=2")
    let bytes = SiteListFile.write([station], kind: .favorites)
    #expect(String(decoding: bytes, as: UTF8.self).contains("http://h/?a=1&amp;b=2"))
    let (read, findings) = SiteListFile.read(bytes, file: "f", kind: .favorites)
    #expect(read?.first?.name == "R & B <\"x\"> ]]> 📻")
    #expect(read?.first?.link == station.link)
    #expect(findings.lines == [])
  }

  // state.plist.

  @Test func theStateIsWrittenAndRead() {
    let state = SavedState(
      volume: 38, isMuted: true, station: Self.station(1), categoryName: "R & B", wasPlaying: true,
      cushions: ["http://h/1": 400, "http://h/2": 800], language: "de", room: "Room 12",
      time: 1_796_083_200)
    let bytes = StateFile.write(state)
    let (read, findings) = StateFile.read(bytes, file: "state.plist")
    #expect(read == state)
    #expect(findings.lines == [])
    #expect(Checksum.verify(bytes) == .intact)
    #expect(StateFile.write(state) == bytes)
    #expect(StateFile.read(StateFile.write(SavedState()), file: "s").state == SavedState())
  }

  @Test func oddValuesOfTheStateCostOnlyThemselves() {
    let text = """
      <plist><dict><key>volume</key><integer>400</integer><key>muted</key><string>x</string>
      <key>playing</key><true/><key>station</key><dict/><key>cushions</key>
      <dict><key>a</key><integer>-5</integer><key>b</key><true/></dict><key>time</key><integer>-1</integer></dict></plist>
      """
    let (state, findings) = StateFile.read(Array(text.utf8), file: "s")
    #expect(state == SavedState(volume: 100, wasPlaying: true, cushions: ["a": 0]))
    #expect(findings.errorCount == 4)
    #expect(StateFile.read(Array("<plist><array/></plist>".utf8), file: "s").state == nil)
  }

  // settings.plist.

  static func settings(_ content: String) -> (settings: HouseSettings?, findings: Findings) {
    SettingsFile.read(Array(Samples.plist(content).utf8), file: "settings.plist")
  }

  @Test func theHousesWishesAreRead() {
    let (settings, findings) = Self.settings(
      "<key>resumeAtStart</key><string>never</string><key>startVolume</key><integer>30</integer>"
        + "<key>maximumVolume</key><integer>80</integer><key>quietFrom</key><string>22:00</string>"
        + "<key>guestMode</key><true/><key>holdTime</key><real>0.7</real><key>revision</key><string>7</string>"
        + "<key>warmNeighbours</key><false/>")
    var expected = HouseSettings()
    expected.resumeAtStart = .never
    expected.startVolume = 30
    expected.maximumVolume = 80
    expected.revision = "7"
    expected.warmsNeighbors = false
    #expect(settings == expected)
    #expect(findings.lines == [])
    #expect(Self.settings("").settings == HouseSettings())
  }

  @Test func theHouseChoosesLanguageKnobAndNames() {
    let (settings, findings) = Self.settings(
      "<key>language</key><string>pt_BR</string><key>playerKnob</key><string>Station</string>"
        + "<key>stationsFile</key><string>mySites.plist</string>"
        + "<key>recentsFile</key><string>heard.plist</string>"
        + "<key>favoritesFile</key><string>favoriteSites.plist</string>")
    #expect(settings?.language == "pt-BR")
    #expect(settings?.playerKnob == .station)
    #expect(settings?.stationsFile == "mySites.plist")
    #expect(settings?.recentsFile == "heard.plist")
    #expect(settings?.favoritesFile == "favoriteSites.plist")
    #expect(findings.lines == [])
  }

  @Test(arguments: [
    "../x.plist", "/etc/x.plist", "a/b.plist", "a\\b.plist", ".plist", ".hidden.plist", "x.txt",
    "settings.plist",
    "State.plist", "lastGoodSites.plist", "recentSites.plist", String(repeating: "x", count: 100) + ".plist"
  ])
  func aListHasAPlainNameOfItsOwn(name: String) {
    let (settings, findings) = Self.settings("<key>favoritesFile</key><string>\(name)</string>")
    #expect(settings == HouseSettings())
    #expect(findings.errorCount == 1)
  }

  @Test(arguments: [
    ("<key>language</key><string>english please</string>", Finding.Severity.error, "a code like en"),
    ("<key>playerKnob</key><string>both</string>", .error, "one of volume, station"),
    ("<key>maxVolume</key><integer>1</integer>", .warning, "unknown key \"maxVolume\""),
    ("<key>StartVolume</key><integer>1</integer>", .warning, "read as startVolume"),
    ("<key>startVolume</key><integer>101</integer>", .warning, "from 0 to 100"),
    ("<key>startVolume</key><string>30</string>", .warning, "read as a number"),
    ("<key>startVolume</key><real>nan</real>", .error, "not a whole number"),
    ("<key>resumeAtStart</key><string>sometimes</string>", .error, "one of asBefore, never, always"),
    ("<key>quietFrom</key><string>25:00</string>", .error, "not a time"),
    ("<key>quietFrom</key><string>1:0</string>", .error, "not a time"),
    ("<key>guestMode</key><string>yes</string>", .error, "not a boolean"),
    ("<key>language</key><true/>", .error, "not a string"),
    ("<key>holdTime</key><true/>", .error, "not a number"),
    ("<key>holdTime</key><real>nan</real>", .error, "no number of seconds"),
    ("<key>holdTime</key><real>inf</real>", .error, "no number of seconds"),
    ("<key>holdTime</key><real>-5</real>", .warning, "from 0.4 to 2")
  ])
  func aSlipIsFound(_ content: String, _ severity: Finding.Severity, _ words: String) {
    let (settings, findings) = Self.settings(content)
    #expect(settings != nil)
    #expect(findings.kept.map(\.severity) == [severity])
    #expect(findings.lines.first?.contains(words) == true, "\(findings.lines)")
  }

  // The seal.

  @Test func theSealShowsEveryChange() {
    #expect(Checksum.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    let sealed = Checksum.seal(Array("<plist><!-- crc32 00000000 --></plist>\n".utf8))
    #expect(Checksum.verify(sealed) == .intact)
    #expect(Checksum.verify(sealed + Array("\r\n".utf8)) == .intact)
    for index in sealed.indices {
      var torn = sealed
      torn[index] ^= 0x01
      #expect(Checksum.verify(torn) != .intact || torn[index] | 0x01 == 0x0B)
    }
    for count in 1..<sealed.count - 1 { #expect(Checksum.verify(Array(sealed.prefix(count))) != .intact) }
    #expect(Checksum.verify(sealed + [0, 0]) == .wrong)
    #expect(Checksum.verify([]) == .absent)
    #expect(Checksum.verify(Array(Samples.smallest.utf8)) == .absent)
  }

  // JSON.

  @Test func jsonIsEscaped() {
    let value = JSONValue.object([
      "a\"b": .string("x\\\n\t\r\u{0}\u{1F}\u{7F}\u{9B}\u{2028} é📻/"), "i": .int(-3), "d": .double(0.5),
      "n": .double(.nan), "z": .null, "l": .array([.bool(true), .bool(false), .array([]), .object([])])
    ])
    #expect(
      value.text
        == "{\"a\\\"b\":\"x\\\\\\n\\t\\r\\u0000\\u001F\\u007F\\u009B\\u2028 é📻/\",\"i\":-3,\"d\":0.5,"
        + "\"n\":null,\"z\":null,\"l\":[true,false,[],{}]}")
  }
}
