import Foundation
import Support
import Testing

/// `nightstand run --frames`: what a panel would show, as files.
@Suite struct FramesTests {
  private static let list = """
    <plist version="1.0"><dict><key>Item0</key><dict><key>categoryName</key><string>Rock</string>
    <key>Site0</key><dict><key>siteName</key><string>One</string>
    <key>siteLink</key><string>http://127.0.0.1:9/one</string></dict></dict></dict></plist>
    """

  /// The frames so far, in order of their names.
  private static func frames(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("frame-") && $0.hasSuffix(".png") }.sorted()
  }

  /// Waits until there are more than `count`, and what is on the panel rests.
  private static func frames(in folder: URL, after count: Int) throws -> [String] {
    let end = Date(timeIntervalSinceNow: 20)
    while try frames(in: folder).count <= count, Date() < end { usleep(5_000) }
    return try frames(in: folder)
  }

  @Test func eachChangeOfTheScreenIsAFrame() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let pictures = folder.appending(path: "frames")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    let stations = folder.appending(path: "stations.plist")
    try Data(FramesTests.list.utf8).write(to: stations)
    let radio = try RunningProgram.nightstand([
      "run", "--stations", stations.path, "--state", folder.appending(path: "state").path, "--frames",
      pictures.path
    ])
    // Nothing was ever played: the categories are shown.
    #expect(radio.line(containing: #""screen":"categories""#) != nil)
    let first = try FramesTests.frames(in: pictures, after: 0)
    #expect(first.first == "frame-00001.png")
    var seen = first.count
    for screen in ["home", "settings", "favorites"] {
      radio.say("open \(screen)")
      #expect(radio.line(containing: "\"screen\":\"\(screen)\"") != nil)
      let now = try FramesTests.frames(in: pictures, after: seen)
      #expect(now.count > seen, "\(screen) made no frame")
      seen = now.count
    }
    radio.say("quit")
    #expect(radio.exitCode() == 0, "\(radio.errorText)")

    let names = try FramesTests.frames(in: pictures)
    #expect(names == (1...names.count).map { String(format: "frame-%05d.png", $0) })
    let files = try names.map { try Data(contentsOf: pictures.appending(path: $0)) }
    for (name, file) in zip(names, files) {
      #expect(file.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "\(name)")
      // Width and height of the header, most significant byte first.
      #expect(file[16..<24] == Data([0, 0, 1, 64, 0, 0, 0, 240]), "\(name)")
    }
    for (index, pair) in zip(files, files.dropFirst()).enumerated() {
      #expect(pair.0 != pair.1, "\(names[index + 1]) shows nothing new")
    }
  }

  @Test func aFolderThatIsNotThereIsToldAndTheRadioRuns() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let none = folder.appending(path: "none").path
    let radio = try RunningProgram.nightstand([
      "run", "--state", folder.appending(path: "state").path, "--frames", none, "--seconds", "30"
    ])
    radio.say("open home")
    #expect(radio.line(containing: #""screen":"home""#) != nil)
    radio.say("quit")
    #expect(radio.exitCode() == 0)
    #expect(radio.errorText.contains("\(none): "))
  }
}
