internal import Core

/// What fills a session's voice: a stream that is one answer, or one in segments.
protocol SoundIntake: AnyObject {
  /// It was sound; bytes flow into the voice.
  var isSound: Bool { get }
  /// It has an end that was known from the start: it waits for its listener.
  var isRecording: Bool { get }
  /// A tag comes before the sound.
  var isInTag: Bool { get }
  /// Since when bytes have come that are not of a tag.
  var payloadStart: Instant? { get }
  /// The ring has to be looked at again soon.
  var isWaitingForRoom: Bool { get }
  /// About once a second: why nothing will come any more, if so. `stock`: what there is to hear.
  func stall(_ stock: StallWatch.Stock?) -> StreamFailure?
  /// Moves on what waits for room in the ring. True: the session's transfer may go on.
  func drain() -> Bool
  /// Takes no more; before sound, what came decides what it was.
  func end(_ failure: StreamFailure?)
  /// Nothing more is told.
  func close()
}
