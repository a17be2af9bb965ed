import Linux
import Support

/// Documents with a checksum of their own, as the state files have.
enum Sample {
  static let path = "/state/favoriteSites.plist"
  static let folder = "/state"

  static func document(_ generation: Int, length: Int = 40) -> [UInt8] {
    let body = [UInt8](repeating: UInt8(65 + generation % 26), count: length)
    return body + [checksum(body)]
  }

  static func isSound(_ bytes: [UInt8]) -> Bool {
    guard let last = bytes.last, bytes.count > 1 else { return false }
    return checksum(bytes.dropLast()) == last
  }

  private static func checksum(_ bytes: some Sequence<UInt8>) -> UInt8 {
    bytes.reduce(7) { $0 &* 31 &+ $1 }
  }

  static func file(on disk: any FileCalls) -> GenerationFile {
    GenerationFile(path: path, limit: 1_000, calls: disk)
  }

  static func load(_ disk: any FileCalls) -> GenerationFile.Loaded<[UInt8]> {
    file(on: disk).load(isSound: isSound)
  }
}
