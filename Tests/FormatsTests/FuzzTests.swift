import Core
import Formats
import Foundation
import Testing

/// Mutated files for every reader. What counts is that each call returns; the length of the run is set by
/// `NIGHTSTAND_FUZZ` (a factor, 1 by default), and the seed by `NIGHTSTAND_FUZZ_SEED`.
@Suite struct FuzzTests {
  /// xorshift64*: small, and the same on every machine.
  struct Random {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
  }

  static let environment = ProcessInfo.processInfo.environment
  static let factor = environment["NIGHTSTAND_FUZZ"].flatMap { Int($0) } ?? 1
  static let seed =
    environment["NIGHTSTAND_FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...UInt64.max)

  static func mutated(_ bytes: [UInt8], _ random: inout Random) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(4) {
      let index = random.below(bytes.count)
      let count = min(random.below(24), bytes.count - index)
      switch random.below(8) {
      case 0 where !bytes.isEmpty: bytes[index] ^= 1 << UInt8(random.below(8))
      case 1 where !bytes.isEmpty: bytes[index] = UInt8(truncatingIfNeeded: random.next())
      case 2: bytes.removeSubrange(index..<index + count)
      case 3: bytes.insert(contentsOf: bytes[index..<index + count], at: random.below(bytes.count + 1))
      case 4: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
      case 5: bytes.removeSubrange(index...)
      case 6 where !bytes.isEmpty:
        bytes[index] = [0, 0xFF, 0x3C, 0x26, 0x80, 0x5F, 0xDF, 0xAF][random.below(8)]
      default:
        let words = [
          "<![CDATA[", "]]>", "<!--", "-->", "<dict>", "</dict>", "&", "&#", "<!DOCTYPE x [", "Item9"
        ]
        bytes.insert(contentsOf: Array(words[random.below(words.count)].utf8), at: index)
      }
    }
    return bytes
  }

  /// Runs `body` on `count` mutations. The seed is printed where an expectation fails; a crash shows the line
  /// that is written first.
  static func run(_ name: String, _ valid: [[UInt8]], count: Int, _ body: ([UInt8]) -> Bool) {
    var random = Random(state: seed | 1)
    print("fuzz \(name): NIGHTSTAND_FUZZ_SEED=\(seed)")
    for turn in 0..<count * factor {
      let bytes = mutated(valid[turn % valid.count], &random)
      let isSound = body(bytes)
      #expect(
        isSound, "NIGHTSTAND_FUZZ_SEED=\(seed), turn \(turn): \(bytes)")
    }
  }

  static let sites =
    Samples.site("Site0", "R &amp; B é", "http://h/a?x=1&amp;y=2")
    + Samples.site("Site1", "<![CDATA[x]]>", "h/b")

  @Test func xmlLists() {
    let list = Array((Samples.head + Samples.plist(Samples.item("Item0", "C", Self.sites))).utf8)
    let wide = Samples.utf16(Samples.smallest, bigEndian: true, mark: true)
    let other = Array(
      "<plist><array><dict><key>name</key><string>x</string><key>url</key><string>http://h</string></dict></array></plist>"
        .utf8)
    Self.run("xml", [list, wide, other], count: 1_500) { bytes in
      let (catalogue, findings) = Samples.read(bytes)
      // No list without a word of why, and none that is empty.
      return catalogue.map { $0.stationCount > 0 } ?? (findings.errorCount > 0)
    }
  }

  @Test func binaryLists() {
    Self.run("binary", [BinaryWriter.file(BinaryTests.good)], count: 2_000) { bytes in
      let (catalogue, findings) = Samples.read(bytes)
      return catalogue.map { $0.stationCount > 0 } ?? (findings.errorCount > 0)
    }
  }

  @Test func stateFiles() {
    let stations = (0..<2).map(StateTests.station)
    let state = SavedState(volume: 3, station: stations[0], cushions: ["http://h/0": 5])
    Self.run(
      "state", [SiteListFile.write(stations, kind: .recents), StateFile.write(state)], count: 500
    ) { bytes in
      _ = Checksum.verify(bytes)
      let sites = SiteListFile.read(bytes, file: "f", kind: .recents)
      let state = StateFile.read(bytes, file: "f")
      let settings = SettingsFile.read(bytes, file: "f")
      // What was read can be written and read again.
      if let stations = sites.stations {
        let again = SiteListFile.read(SiteListFile.write(stations, kind: .recents), file: "f", kind: .recents)
        guard again.stations?.map(\.link) == stations.map(\.link) else { return false }
      }
      return (sites.stations != nil || sites.findings.errorCount > 0)
        && (state.state != nil || state.findings.errorCount > 0)
        && (settings.settings != nil || settings.findings.errorCount > 0)
    }
  }

  @Test func linksAndTexts() {
    let valid = ["http://user@h:80/a b#c", "h/ü", "http://[::1]:8000/;", "Café - 日本"].map { Array($0.utf8) }
    let charsets = [nil, "koi8-r", "Shift_JIS", "UTF-16", "ISO-2022-JP", "UTF-7", "GB18030"]
    Self.run("links", valid, count: 800) { bytes in
      for charset in charsets { _ = CharacterSet.text(bytes, charset: charset, droppingControls: true) }
      guard let link = try? StationLink(String(decoding: bytes, as: UTF8.self)) else { return true }
      // By bytes: a combining mark after a "/" makes one character of both.
      let lower = link.text.lowercased().utf8
      // Fit for libcurl, and the same when it is read again.
      return (lower.starts(with: "http://".utf8) || lower.starts(with: "https://".utf8))
        && !link.text.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
        && (try? StationLink(link.text))?.text == link.text
    }
  }
}
