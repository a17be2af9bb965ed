public import Audio

/// One attempt to play a station, while it lives.
public protocol LiveSession: AnyObject {
  var voice: Voice { get }
  /// Nobody hears it yet, and time passes over it none the less, so that a live stream is not late when it is
  /// wanted. To be ended before the voice gets an output.
  var isWarm: Bool { get set }
  func start()
  /// The last bytes of its stream, where another that is opened anew can go on behind them.
  var tail: [UInt8] { get }
  /// Before `start`: what is sent anew of a stream that ended with `tail` is left out.
  func goOn(after tail: [UInt8])
  /// It was prepared, and is to sound now.
  func soundIsDue()
  /// Ends it at once; nothing is reported any more.
  func cancel()
  /// The output has played all there is.
  func voiceDrained()
}
