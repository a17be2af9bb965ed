public import Audio

/// One attempt to play a station, while it lives.
public protocol LiveSession: AnyObject {
  var voice: Voice { get }
  func start()
  /// Ends it at once; nothing is reported any more.
  func cancel()
  /// The output has played all there is.
  func voiceDrained()
}
