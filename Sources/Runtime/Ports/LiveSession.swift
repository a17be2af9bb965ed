public import Audio

/// What is known of a stream that broke off, for the one that is opened anew.
public struct StreamEnds: Hashable, Sendable {
  /// Its first bytes of sound: a recording begins with them again each time.
  public var head: [UInt8]
  /// Its last ones.
  public var tail: [UInt8]

  public init(head: [UInt8] = [], tail: [UInt8] = []) {
    self.head = head
    self.tail = tail
  }
}

/// One attempt to play a station, while it lives.
public protocol LiveSession: AnyObject {
  var voice: Voice { get }
  /// Nobody hears it yet, and time passes over it none the less, so that a live stream is not late when it is
  /// wanted. To be ended before the voice gets an output.
  var isWarm: Bool { get set }
  func start()
  /// Of its stream, where another that is opened anew can go on behind it.
  var ends: StreamEnds { get }
  /// Before `start`: what is sent anew of a stream with these ends is left out.
  func goOn(after ends: StreamEnds)
  /// It was prepared, and is to sound now.
  func soundIsDue()
  /// Ends it at once; nothing is reported any more.
  func cancel()
  /// The output has played all there is.
  func voiceDrained()
}
