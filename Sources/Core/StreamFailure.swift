/// Why a stream gave no sound, or stopped giving it. Text is made where it is shown.
public enum StreamFailure: Hashable, Sendable {
  /// The link is not one that the radio opens (another scheme than http and https, too long, no host).
  case linkNotUsable
  case nameNotFound
  /// No cable, no Wi-Fi, nothing.
  case networkUnreachable
  /// The only way to a network is Wi-Fi, and it is not connected.
  case noWiFi
  /// There is a network, but it has given this radio no address (yet).
  case noAddress
  /// There is an address, but no way from it to the internet.
  case noInternet
  /// The host answered that nobody listens there.
  case refused
  /// No answer in time.
  case noAnswer
  /// An HTTP status other than success.
  case status(Int)
  case tooManyRedirects
  /// A certificate that is not valid yet: on a board without a clock battery the likely cause is the clock.
  case certificateNotYetValid
  /// The same, while the clock is known not to be set: it passes once the time is known.
  case clockNotSet
  case certificate
  /// Bytes came, then none or too few for real time.
  case stalled
  /// The server closed the stream.
  case ended
  /// A transfer of a known length came to its end: a recording, not a live stream.
  case clipEnded
  /// Something else than audio: a web page, for instance.
  case notAudio(String)
  /// Audio in a format that this version does not play, by its name ("WMA", "DASH").
  case formatNotYet(String)
  /// Bytes that nothing recognises.
  case formatUnknown
  /// A playlist that is empty, names itself, or is nested too deep.
  case playlist(String)
  /// The connection broke, or spoke no HTTP.
  case connectionLost
  /// Another error of a library, kept with its own words.
  case other(String)
}
