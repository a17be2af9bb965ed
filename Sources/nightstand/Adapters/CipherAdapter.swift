internal import Cipher
internal import Runtime

/// `Decipherer` in the role of the sessions' ciphers.
final class CipherAdapter: SegmentCiphers {
  func decipherer(key: [UInt8], initialVector: [UInt8]) -> (any SegmentDecipherer)? {
    do throws(CipherError) {
      return Segment(try Decipherer(key: key, initialVector: initialVector))
    } catch {
      return nil
    }
  }

  private final class Segment: SegmentDecipherer {
    private let decipherer: Decipherer

    init(_ decipherer: consuming Decipherer) { self.decipherer = decipherer }

    func update(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? { try? decipherer.update(bytes) }
    func finish() -> [UInt8]? { try? decipherer.finish() }
  }
}
