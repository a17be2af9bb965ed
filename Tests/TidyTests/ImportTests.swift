import Testing

/// Who may import what. SwiftPM does not see modules of the system, so each import line is read here.
@Suite struct ImportTests {
  static let rooms: [String: Set<String>] = [
    "Core": [],
    "Formats": ["Core", "CExpat", "CIconv"],
    "Scene": ["Core"],
    "Painting": ["Core", "Scene", "CCairo", "CPango", "CPng", "CJpeg", "CLate"],
    "Audio": ["Synchronization"],
    "Linux": ["Glibc", "CLinux", "Synchronization"],
    "Runtime": ["Core", "Formats", "Scene", "Audio", "Linux", "Synchronization"],
    "nightstand": [
      "Core", "Formats", "Scene", "Painting", "Audio", "Linux", "Runtime", "Fetch", "Cipher", "Speaker",
      "Decoders",
      "Terminal", "Buttons", "Keys", "Panel", "Glibc", "Synchronization"
    ]
  ]

  /// Beyond what every driver may import: Linux, Glibc and Synchronization.
  static let drivers: [String: Set<String>] = [
    "Fetch": ["CCurl", "COpenSSL"],
    "Cipher": ["CCrypto"],
    "Speaker": ["CAlsa", "Audio"],
    "Decoders": ["CMpg123", "CFaad", "CVorbis", "COpus", "CFlac", "CEbur128", "CLate", "Audio"],
    "Terminal": ["CTerminal"],
    "Buttons": ["CGpiod", "CLate"],
    "Keys": ["CInput", "CLate"],
    "Panel": ["CPanel"]
  ]

  static func allowed(in folder: String) -> Set<String>? {
    let parts = folder.split(separator: "/").map(String.init)
    guard parts.count >= 2, parts[0] == "Sources" else { return nil }
    if parts[1] != "Drivers" { return rooms[parts[1]] }
    guard parts.count >= 3, let own = drivers[parts[2]] else { return nil }
    return own.union(["Linux", "Glibc", "Synchronization"])
  }

  static func imports(in source: String) -> [String] {
    SwiftText.code(of: source).split(separator: "\n").compactMap { line in
      let words = line.split { $0 == " " || $0 == ";" || $0 == "\t" }
      guard let at = words.firstIndex(of: "import") else { return nil }
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      return words[(at + 1)...].first { !kinds.contains($0) }.map { String($0.prefix { $0 != "." }) }
    }
  }

  @Test(arguments: Tree.product)
  func importsWhatItsRoomMay(_ file: SourceFile) throws {
    let allowed = try #require(Self.allowed(in: file.folder), "\(file.folder) has no row in this table")
    for module in Self.imports(in: try file.text()) {
      #expect(allowed.contains(module), "\(file.path) imports \(module)")
    }
  }

  @Test(arguments: [
    ("import Glibc", ["Glibc"]),
    ("public import struct Core.Station\ninternal import CLinux;", ["Core", "CLinux"]),
    ("@preconcurrency import Linux // import Foundation", ["Linux"]),
    (
      "let a = \"\"\"\nimport Foundation\n\"\"\"\n/* import /* x */ Dispatch */\nlet b = \"\\(f(\")\")) import X\"",
      []
    )
  ])
  func importLinesAreFound(source: String, modules: [String]) {
    #expect(Self.imports(in: source) == modules)
  }
}
