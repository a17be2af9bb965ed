import Support
import Testing

@testable import Decoders

@Suite struct TagFilterTests {
  func filtered(_ bytes: [UInt8], piece: Int) -> (kept: [UInt8], filter: TagFilter) {
    var filter = TagFilter()
    var kept: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { filter.filter($0) { kept += $0 } }
    }
    filter.finish { kept += $0 }
    return (kept, filter)
  }

  @Test(arguments: [1, 2, 3, 7, 10, 11, 64, 4_096]) func tagsAreDroppedInEverySplit(piece: Int) {
    let audio = Encoded.noise(3_000, seed: 5)
    let tag = Encoded.tag(size: 777)
    let bytes = audio + tag + audio + tag + tag + audio
    let (kept, filter) = filtered(bytes, piece: piece)
    #expect(kept == audio + audio + audio)
    #expect(filter.bytesDropped == 3 * 777)
    #expect(filter.bytesHeld == 0 && filter.bytesLeft == 0)
  }

  @Test(arguments: ["I", "ID", "ID3", "IIIIIID3", "ID3\u{3}", "ID3\u{9}\u{0}\u{0}abcdef", "IDIDID3ID3IDI"])
  func whatOnlyLooksLikeATagIsKept(text: String) {
    for piece in 1...12 {
      let bytes = Array(text.utf8)
      #expect(filtered(bytes, piece: piece).kept == bytes)
    }
  }

  @Test func theFooterBelongsToTheTag() {
    let tag: [UInt8] =
      Array("ID3".utf8) + [4, 0, 0x10, 0, 0, 0, 5] + [1, 2, 3, 4, 5] + Array("3DI456789A".utf8)
    #expect(filtered(tag + [42], piece: 4).kept == [42])
  }

  @Test func aTagBeyondTheLimitLosesItsHeaderOnly() {
    let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
    #expect(filtered(tag + [1, 2, 3], piece: 5).kept == [1, 2, 3])
  }
}
