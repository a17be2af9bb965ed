import Core
import Formats
import Testing

@Suite struct BinaryTests {
  static func entry(_ key: String, _ value: PropertyList.Value) -> PropertyList.Entry {
    PropertyList.Entry(key: key, value: PropertyList(value))
  }

  static func list(_ site: [PropertyList.Entry]) -> PropertyList.Value {
    .dictionary([
      entry("Item3", .dictionary([entry("categoryName", .string("C")), entry("Site2", .dictionary(site))]))
    ])
  }

  static let good = list([
    entry("siteName", .integer(1977)), entry("siteLink", .string("http://h/ü")),
    entry("siteGain", .real(1.5)),
    entry("siteAlternateLinks", .array((0..<20).map { PropertyList(.string("http://h/\($0)")) }))
  ])

  @Test func everyKindIsRead() {
    let (catalogue, _) = Samples.read(BinaryWriter.file(Self.good))
    let station = catalogue?.categories.first?.stations.first
    #expect(station?.name == "1977")
    #expect(station?.link == "http://h/ü")
    #expect(station?.gain == 1.5)
    #expect(station?.alternates.count == 16)
  }

  @Test func findingsNameTheWayOfKeys() {
    let bad = Self.list([Self.entry("siteName", .string("S")), Self.entry("siteLink", .string("rtsp://h"))])
    #expect(
      Samples.read(BinaryWriter.file(bad)).findings.lines.contains {
        $0.hasPrefix("list.plist: Item3.Site2.siteLink: error: ")
      })
  }

  @Test func everyCutIsAnError() {
    let bytes = BinaryWriter.file(Self.good)
    for count in 0..<bytes.count {
      let (catalogue, findings) = Samples.read(Array(bytes.prefix(count)))
      #expect(catalogue == nil)
      #expect(findings.errorCount > 0)
    }
  }

  @Test func aListThatContainsItselfEnds() {
    var writer = BinaryWriter()
    let key = writer.string("Item0")
    let top = writer.dictionary([(key, 2), (key, 1)])
    _ = writer.array([1, 1, 2])
    let (catalogue, findings) = Samples.read(writer.file(top: top))
    #expect(catalogue == nil)
    #expect(findings.lines.contains { $0.contains("contains itself") })
  }

  /// 30 levels of arrays that each name the next one twice: 200 bytes for a billion values.
  @Test func sharedValuesCountEachTime() {
    var writer = BinaryWriter()
    var last = writer.array([])
    for _ in 0..<30 { last = writer.array([last, last]) }
    var findings = Findings(file: "f")
    #expect(PropertyList.read(writer.file(top: last), nodeCountMax: 20_000, findings: &findings) == nil)
    #expect(findings.lines.contains { $0.contains("more than 20000 values") })
    let text = "<plist><array>" + String(repeating: "<true/>", count: 50_000) + "</array></plist>"
    #expect(PropertyList.read(Array(text.utf8), nodeCountMax: 20_000, findings: &findings) == nil)
    #expect(findings.errorCount == 2)
  }

  @Test func deepNestingIsRefused() {
    var writer = BinaryWriter()
    writer.referenceSize = 3
    var last = writer.array([])
    for _ in 0..<50_000 { last = writer.array([last]) }
    let (catalogue, findings) = Samples.read(writer.file(top: last))
    #expect(catalogue == nil)
    #expect(findings.lines.contains { $0.contains("nested deeper than 64 levels") })
  }

  /// Many strings that all claim the same megabyte.
  @Test func overlappingStringsAreBounded() {
    var writer = BinaryWriter()
    let size = 100_000
    var heads: [Int] = []
    for _ in 0..<2_000 { heads.append(writer.add([0x5F, 0x12] + BinaryWriter.bytes(UInt64(size), 4))) }
    _ = writer.add([UInt8](repeating: 0x41, count: size))
    let top = writer.array(heads)
    let (catalogue, findings) = Samples.read(writer.file(top: top))
    #expect(catalogue == nil)
    #expect(findings.errorCount > 0)
  }

  @Test(
    arguments: [
      [0x00], [0x0F], [0x15], [0x13, 1], [0x21, 0, 0],
      [0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x6E, 0x41], [0x5F, 0x23], [0x90], [0xE0], [0xFF], [0xAF, 0x12, 0x7F, 0xFF, 0xFF, 0xFF], [0xDE],
      [0x14] + [UInt8](repeating: 0xFF, count: 16)
    ] as [[UInt8]])
  func aDamagedValueCostsOnlyItself(_ object: [UInt8]) {
    var writer = BinaryWriter()
    let site = writer.dictionary([(writer.string("siteLink"), writer.string("http://h/a"))])
    let key = writer.string("Site0")
    let nameKey = writer.string("categoryName")
    let itemKey = writer.string("Item0")
    let item = writer.objects.count
    _ = writer.dictionary([(key, site), (nameKey, item + 2)])
    let top = writer.dictionary([(itemKey, item)])
    _ = writer.add(object)
    let (catalogue, findings) = Samples.read(writer.file(top: top))
    #expect(catalogue?.stationCount == 1)
    #expect(findings.errorCount == 1, "\(findings.lines)")
  }
}
