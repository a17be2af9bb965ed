import Core
import Formats
import Testing

@Suite struct LoudnessFileTests {
  private static let learned = LearnedLoudness([
    ("http://h.example/a?x=1&y=<2>", Loudness(tenths: -143, peakTenths: -2)),
    ("http://h.example/b", Loudness(tenths: -95, peakTenths: 12))
  ])

  @Test func whatIsWrittenIsReadAgain() throws {
    let (read, findings) = LoudnessFile.read(LoudnessFile.write(Self.learned), file: "l")
    #expect(read == Self.learned)
    #expect(findings.kept.isEmpty)
  }

  @Test func nothingLearnedIsAFile() {
    let (read, findings) = LoudnessFile.read(LoudnessFile.write(LearnedLoudness()), file: "l")
    #expect(read == LearnedLoudness())
    #expect(findings.kept.isEmpty)
  }

  @Test func aBadEntryCostsItselfAlone() throws {
    let text = """
      <plist version="1.0"><dict>
      <key>Site0</key><dict><key>siteLink</key><true/><key>loudness</key><integer>-100</integer>
      <key>peak</key><integer>0</integer></dict>
      <key>Site1</key><string>x</string>
      <key>Site2</key><dict><key>siteLink</key><string>http://h/</string><key>loudness</key><string>loud</string>
      <key>peak</key><integer>0</integer></dict>
      <key>Site3</key><dict><key>siteLink</key><string>http://good/</string>
      <key>loudness</key><integer>-100</integer><key>peak</key><integer>0</integer></dict>
      </dict></plist>
      """
    let (read, findings) = LoudnessFile.read(Array(text.utf8), file: "l")
    #expect(read?.entries.map(\.link) == ["http://good/"])
    #expect(!findings.kept.isEmpty)
  }

  @Test(arguments: ["", "x", "<plist><array/></plist>", "<plist><dict><key>Item0</key><dict/></dict></plist>"]
  )
  func somethingElseIsNoSuchFile(text: String) {
    #expect(LoudnessFile.read(Array(text.utf8), file: "l").loudness == nil)
  }
}
