/// A call of a codec's library that failed, or a stream that nothing can be made of.
public struct DecoderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the call; empty where it is the stream that is wrong.
  public let call: String
  /// The library's number; 0 without one.
  public let code: Int32
  /// The library's words, or ours.
  public let words: String

  init(call: String, code: Int32, words: String?) {
    self.call = call
    self.code = code
    self.words = words ?? "error \(code)"
  }

  private init(_ words: String) {
    call = ""
    code = 0
    self.words = words
  }

  static func noSound(bytes: Int) -> DecoderError { DecoderError("no sound in \(bytes >> 10) KB") }

  /// The stream is `what` that no decoder here is made for.
  static func notDecodable(_ what: String) -> DecoderError { DecoderError(what) }

  public var description: String { call.isEmpty ? words : "\(call): \(words)" }
}
