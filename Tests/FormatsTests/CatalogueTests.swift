import Core
import Formats
import Testing

@Suite struct CatalogueTests {
  @Test func theSmallestListLoads() {
    let (catalogue, findings) = Samples.read(Samples.smallest)
    let rain = Station(name: "Rain", link: "http://h.example/rain.mp3")
    #expect(catalogue == Catalogue(categories: [Category(name: "Sleep", stations: [rain])]))
    #expect(findings.lines == [])
  }

  // Order, gaps, unknown keys.

  @Test func orderIsByTheNumberInTheKey() {
    let keys = ["Item0", "Item10", "Item2", "Item1", "Item07", "item3", "Foo"]
    let items = keys.map { Samples.item($0, $0, Samples.site("Site0", "S", "http://h/\($0)")) }
    let (catalogue, findings) = Samples.read(Samples.plist(items.joined()))
    #expect(catalogue?.categories.map(\.name) == ["Item0", "Item1", "Item2", "item3", "Item07", "Item10"])
    #expect(findings.errorCount == 0)
    let text = findings.lines.joined(separator: "\n")
    for word in ["\"Foo\" is ignored", "\"item3\" is read as Item3", "\"Item07\" is read as Item7"] {
      #expect(text.contains(word))
    }
    #expect(text.contains("Item4 to Item6 are missing") && text.contains("Item8 to Item9 are missing"))
  }

  @Test func sitesAreOrderedAndGapsSkipped() {
    let sites = ["Site10", "Site2", "Site0"].map { Samples.site($0, $0, "http://h/\($0)") }.joined()
    let logo = "<key>categoryLogo</key><string>x</string>"
    let (catalogue, findings) = Samples.read(Samples.plist(Samples.item("Item0", "C", logo + sites)))
    #expect(catalogue?.categories.first?.stations.map(\.name) == ["Site0", "Site2", "Site10"])
    #expect(findings.errorCount == 0)
    #expect(findings.lines.contains { $0.contains("unknown key \"categoryLogo\"") })
  }

  @Test func equalNumbersAreBothKeptInTheOrderOfTheFile() {
    let items = ["Item7", "Item07", "Item7"].enumerated().map { index, key in
      Samples.item(key, "\(index)", Samples.site("Site0", "S", "http://h/a"))
    }
    let (catalogue, findings) = Samples.read(Samples.plist(items.joined()))
    #expect(catalogue?.categories.map(\.name) == ["0", "1", "2"])
    #expect(findings.lines.filter { $0.contains("Item7 is there twice; both are kept") }.count == 2)
  }

  @Test(arguments: ["Item", "Item-1", "Item 1", "Item1x", "Item1234567890", "Itemı", "Ite\u{3}0", "XItem0"])
  func otherKeysAreNoCategories(_ key: String) {
    let list = Samples.item("Item0", "C", Samples.site("Site0", "S", "http://h/a"))
    let other = Samples.item(key, "D", Samples.site("Site0", "S", "http://h/a"))
    #expect(Samples.read(Samples.plist(list + other)).catalogue?.categories.map(\.name) == ["C"])
  }

  // Wrong types, missing keys, empty things.

  @Test func numbersBecomeText() {
    let link = "<key>siteLink</key><string>http://h/a</string>"
    let names = [
      "<integer>1977</integer>": "1977", "<integer>0x7B9</integer>": "1977", "<real>88.5</real>": "88.5",
      "<real>101.0</real>": "101", "<integer>x9</integer>": "x9", "<string> A\nB </string>": "A B"
    ]
    for (value, name) in names {
      let (catalogue, findings) = Samples.read(Samples.oneStation("<key>siteName</key>\(value)\(link)"))
      #expect(catalogue?.categories.first?.stations.first?.name == name)
      #expect(findings.errorCount == 0)
    }
  }

  @Test(arguments: [
    "<data>AAEC</data>", "<date>2012-01-01T00:00:00Z</date>", "<true/>", "<dict/>", "<array/>", "<string/>",
    "<string>  </string>"
  ])
  func aStationWithoutAUsableNameIsCalledByItsAddress(_ value: String) {
    let fields = "<key>siteName</key>\(value)<key>siteLink</key><string>http://h/a</string>"
    let (catalogue, findings) = Samples.read(Samples.oneStation(fields))
    #expect(catalogue?.categories.first?.stations.first?.name == "h/a")
    #expect(findings.kept.count == 1)
  }

  @Test(arguments: [
    "", "<key>siteLink</key><string></string>", "<key>siteLink</key><true/>",
    "<key>siteLink</key><integer>1</integer>",
    "<key>siteLink</key><string>file:///etc/passwd</string>"
  ])
  func onlyTheStationWithoutALinkIsLost(_ link: String) {
    let sites =
      "<key>Site0</key><dict><key>siteName</key><string>Bad</string>\(link)</dict>\n"
      + Samples.site("Site1", "Good", "http://h/a")
    let (catalogue, findings) = Samples.read(Samples.plist(Samples.item("Item0", "C", sites)))
    #expect(catalogue?.categories.first?.stations.map(\.name) == ["Good"])
    #expect(findings.errorCount == 1)
    #expect(findings.lines.first?.hasPrefix("list.plist:4:") == true)
    #expect(findings.lines.first?.contains("Item0, Site0: ") == true)
  }

  @Test(arguments: [
    "<array><string>x</string></array>", "<string>http://h/b</string>", "<integer>1</integer>"
  ])
  func aSiteOfAnotherKindIsLost(_ value: String) {
    let sites = "<key>Site0</key>\(value)" + Samples.site("Site1", "Good", "http://h/a")
    let (catalogue, findings) = Samples.read(Samples.plist(Samples.item("Item0", "C", sites)))
    #expect(catalogue?.categories.first?.stations.map(\.name) == ["Good"])
    #expect(findings.errorCount == 1)
  }

  @Test func aNamelessCategoryIsCalledByItsPosition() {
    let site = Samples.site("Site0", "S", "http://h/a")
    let items =
      Samples.item("Item0", "A", site) + Samples.item("Item1", "B", "") + Samples.item("Item2", nil, site)
    let (catalogue, findings) = Samples.read(Samples.plist(items))
    #expect(catalogue?.categories.map(\.name) == ["A", "Category 3"])
    #expect(findings.errorCount == 0)
    #expect(findings.warningCount == 2)
  }

  @Test(arguments: [
    "<plist><dict/></plist>", "<plist/>", "<plist></plist>", "<plist><array/></plist>",
    "<plist><true/></plist>",
    "<plist><string>Item0</string></plist>", "<plist><dict><key>a</key><string>b</string></dict></plist>",
    "<plist><dict><key>Item0</key><dict/></dict></plist>",
    "<plist><dict><key>Item0</key><string>x</string></dict></plist>",
    "<plist><array><dict><key>name</key><string>x</string></dict></array></plist>"
  ])
  func anEmptyListIsNoList(_ text: String) {
    let (catalogue, findings) = Samples.read(text)
    #expect(catalogue == nil)
    #expect(findings.errorCount > 0)
  }

  @Test func aKeyGivenTwiceIsReported() {
    let twice = "<key>siteLink</key><string>http://h/b</string>"
    let list = Samples.plist(Samples.item("Item0", "C", Samples.site("Site0", "S", "http://h/a", twice)))
    let (catalogue, findings) = Samples.read(list)
    #expect(catalogue?.categories.first?.stations.first?.link == "http://h/b")
    #expect(findings.errorCount == 1)
    #expect(findings.lines.first?.contains("siteLink is there twice") == true)
  }

  @Test func theSameStationTwiceIsKeptAndSaid() {
    let sites = Samples.site("Site0", "A", "http://h/a") + Samples.site("Site1", "B", " http://h/a ")
    let (catalogue, findings) = Samples.read(Samples.plist(Samples.item("Item0", "C", sites)))
    #expect(catalogue?.stationCount == 2)
    #expect(findings.errorCount == 0)
    #expect(findings.lines.contains { $0.contains("the same link as Item0, Site0") })
  }

  @Test func longNamesAreCutByCharacter() {
    let long = String(repeating: "e\u{301}", count: 600)
    let list = Samples.plist(Samples.item("Item0", "C", Samples.site("Site0", long, "http://h/a")))
    #expect(Samples.read(list).catalogue?.categories[0].stations[0].name == String(long.prefix(500)))
  }

  @Test(arguments: [
    "电台 音乐", "راديو الشرق", "Žinių Radijas", "📻 Café", "e\u{301}", String(repeating: "x", count: 200)
  ])
  func namesOfAllScriptsStay(_ name: String) {
    let list = Samples.plist(Samples.item("Item0", name, Samples.site("Site0", name, "http://h/a")))
    let category = Samples.read(list).catalogue?.categories.first
    #expect(category?.name.unicodeScalars.elementsEqual(name.unicodeScalars) == true)
    #expect(category?.stations.first?.name == name)
  }

  // Our own keys.

  @Test func optionalKeysAreRead() {
    let more =
      "<key>siteAlternateLinks</key><array><string>http://h/b </string><string>https://h/c</string>"
      + "<string>http://h/a</string><true/><string>rtsp://h/d</string></array>"
      + "<key>siteGain</key><real>-3.5</real><key>siteCharset</key><string>windows-1251</string>"
    let list = Samples.plist(Samples.item("Item0", "C", Samples.site("Site0", "S", "http://h/a", more)))
    let (catalogue, findings) = Samples.read(list)
    let station = catalogue?.categories.first?.stations.first
    #expect(station?.alternates == ["http://h/b", "https://h/c"])
    #expect(station?.gain == -3.5)
    #expect(station?.charset == "windows-1251")
    #expect(findings.errorCount == 2)
    #expect(findings.warningCount == 2)
  }

  @Test(arguments: [
    ("<integer>6</integer>", 6.0), ("<string>-2.5</string>", -2.5), ("<real>60</real>", 24.0),
    ("<real>-1e300</real>", -24.0), ("<real>nan</real>", nil), ("<true/>", nil),
    ("<string>loud</string>", nil)
  ])
  func gainIsANumberWithinLimits(_ value: String, _ gain: Double?) {
    let fields = "<key>siteLink</key><string>http://h/a</string><key>siteGain</key>\(value)"
    #expect(Samples.read(Samples.oneStation(fields)).catalogue?.categories[0].stations[0].gain == gain)
  }

  @Test func anUnknownCharsetIsLeftOut() {
    let fields =
      "<key>siteLink</key><string>http://h/a</string><key>siteCharset</key><string>UTF-8//X</string>"
    let (catalogue, findings) = Samples.read(Samples.oneStation(fields))
    #expect(catalogue?.categories[0].stations[0].charset == nil)
    #expect(findings.lines.contains { $0.contains("siteCharset is not a known character set") })
  }

  @Test(arguments: [
    ("kexp", "kexp"), ("kexp.png", "kexp.png"), ("KEXP.PNG", "KEXP.PNG"), (" k ", "k"), ("", nil),
    ("../../etc/passwd", nil), ("a/b", nil), ("a\\b", nil), (".hidden", nil), ("..", nil),
    (String(repeating: "a", count: 300), nil)
  ])
  func logosAreNamesInOneFolder(_ given: String, _ logo: String?) {
    let fields =
      "<key>siteName</key><string>S</string><key>siteLink</key><string>http://h/a</string>"
      + "<key>siteLogoName</key><string>\(given)</string>"
    let (catalogue, findings) = Samples.read(Samples.oneStation(fields))
    #expect(catalogue?.categories[0].stations[0].logo == logo)
    #expect(findings.warningCount == (logo == nil && !given.isEmpty ? 1 : 0))
  }

  // Lists of other apps.

  static let entry = "<key>URL</key><string>http://h/1</string>"

  @Test func anArrayOfStationsIsGroupedByCategory() {
    let list = """
      <plist><array>
      <dict><key>name</key><string>B</string><key>URL</key><string>http://h/b</string>
        <key>description</key><string>d</string><key>artworkName</key><string>b.png</string>
        <key>category</key><string>Rock</string></dict>
      <dict><key>name</key><string>A</string><key>URL</key><string>http://h/a</string></dict>
      <dict><key>name</key><string>C</string><key>URL</key><string>http://h/c</string>
        <key>category</key><string>Rock</string></dict>
      </array></plist>
      """
    let (catalogue, findings) = Samples.read(list)
    #expect(catalogue?.categories.map(\.name) == ["Rock", "Stations"])
    #expect(catalogue?.categories.first?.stations.map(\.name) == ["B", "C"])
    #expect(catalogue?.categories.first?.stations.first?.logo == "b.png")
    #expect(findings.lines == ["list.plist:1:8: warning: read as an array of stations"])
  }

  @Test func aDictOfNamesAndLinksIsSorted() {
    let list = """
      <plist><dict><key>b</key><string>http://h/b</string><key>C</key><string>http://h/c</string>
      <key>A</key><string>http://h/a</string><key>version</key><string>2</string></dict></plist>
      """
    let (catalogue, findings) = Samples.read(list)
    #expect(catalogue?.categories.map(\.name) == ["Stations"])
    #expect(catalogue?.categories.first?.stations.map(\.name).prefix(3) == ["A", "b", "C"])
    #expect(findings.lines.first?.contains("read as a dict of station names and links") == true)
  }

  @Test func aDictOfStationsIsNamedByItsKeys() {
    let list = """
      <plist><dict>
      <key>Zed</key><dict><key>name</key><string>Other</string><key>streamURL</key><string>http://h/z</string></dict>
      <key>Amp</key><dict><key>streamURL</key><string>http://h/a</string>
        <key>metadataURL</key><string>http://h/m</string></dict></dict></plist>
      """
    let (catalogue, findings) = Samples.read(list)
    #expect(catalogue?.categories.first?.stations.map(\.name) == ["Amp", "Zed"])
    #expect(catalogue?.categories.first?.stations.map(\.link) == ["http://h/a", "http://h/z"])
    #expect(findings.errorCount == 0)
  }

  @Test func anArrayOfCategoriesIsRead() {
    let list = """
      <plist><array>
      <dict><key>categoryName</key><string>One</string><key>sites</key><array>
        <dict><key>siteName</key><string>S</string><key>siteLink</key><string>http://h/s</string></dict></array></dict>
      <dict><key>sites</key><array><dict><key>name</key><string>T</string>
        <key>url</key><string>http://h/t</string></dict></array></dict>
      <string>x</string></array></plist>
      """
    let (catalogue, findings) = Samples.read(list)
    #expect(catalogue?.categories.map(\.name) == ["One", "Category 2"])
    #expect(catalogue?.categories.map { $0.stations.map(\.name) } == [["S"], ["T"]])
    #expect(findings.errorCount == 1)
  }

  @Test func sitesWithoutCategoriesAreOneCategory() {
    let list = Samples.plist(
      Samples.site("Site1", "B", "http://h/b") + Samples.site("Site0", "A", "http://h/a"))
    let (catalogue, findings) = Samples.read(list)
    #expect(catalogue?.categories.map { $0.stations.map(\.name) } == [["A", "B"]])
    #expect(findings.errorCount == 0)
  }

  @Test func anotherPropertyListIsNoStationList() {
    let list = "<plist><dict><key>CFBundleName</key><string>Radio</string><key>a</key><array/></dict></plist>"
    let (catalogue, findings) = Samples.read(list)
    #expect(catalogue == nil)
    #expect(
      findings.lines == [
        "list.plist:1:8: error: not a station list (expected Item0 with categoryName "
          + "and Site0, or a list of stations)"
      ])
  }
}
