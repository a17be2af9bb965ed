import Cipher
import Foundation
import Support
import Testing

@Suite struct DeciphererTests {
  static let key: [UInt8] = (0..<16).map { $0 * 17 }
  static let vector: [UInt8] = (0..<16).map { 255 - $0 }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 / 16, radix: 16) + String($0 % 16, radix: 16) }.joined()
  }

  /// What the openssl command makes of `text`.
  static func enciphered(_ text: [UInt8]) throws -> [UInt8] {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("text")
    try Data(text).write(to: file)
    return try #require(
      Tools.run(
        "openssl", ["enc", "-aes-128-cbc", "-K", hex(key), "-iv", hex(vector), "-in", file.path]))
  }

  static func deciphered(_ bytes: [UInt8], key: [UInt8] = key, by size: Int) throws(CipherError) -> [UInt8] {
    let decipherer = try Decipherer(key: key, initialVector: vector)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let piece = Array(bytes[index..<min(bytes.count, index + size)])
      var failure: CipherError?
      piece.withUnsafeBytes {
        do throws(CipherError) { text += try decipherer.update($0) } catch { failure = error }
      }
      if let failure { throw failure }
      index += size
    }
    return text + (try decipherer.finish())
  }

  @Test(.enabled(if: Tools.has("openssl"), "openssl is not installed"), arguments: [0, 1, 15, 16, 17, 1_000])
  func whatOpensslEnciphered(count: Int) throws {
    let text = Encoded.noise(count, seed: UInt64(count) + 1)
    let bytes = try Self.enciphered(text)
    for size in [1, 7, 16, 4_096] {
      #expect(try Self.deciphered(bytes, by: size) == text)
    }
    // Cut or with another key, its end is wrong.
    #expect(throws: CipherError.self) { try Self.deciphered(Array(bytes.dropLast()), by: 64) }
    let other = try? Self.deciphered(bytes, key: Self.vector, by: 64)
    #expect(other != text)
  }

  @Test func keysOfAnotherLength() {
    for (key, vector) in [([UInt8](), Self.vector), (Self.key, [1, 2, 3]), (Self.key + [0], Self.vector)] {
      #expect(throws: CipherError.self) { _ = try Decipherer(key: key, initialVector: vector) }
    }
  }
}
