/// Room for the samples of one step. It stays where it is until a longer run is begun.
final class SampleBuffer {
  private var storage = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4_096)
  private var count = 0

  init() {}

  deinit { storage.deallocate() }

  /// Valid until the next `begin`.
  var samples: UnsafeBufferPointer<Float> { UnsafeBufferPointer(rebasing: storage[..<count]) }

  /// A run of `count` samples of silence, valid until the next one.
  func silent(_ count: Int) -> UnsafeBufferPointer<Float> {
    begin(count).update(repeating: 0)
    return samples
  }

  /// The run that was begun.
  var place: UnsafeMutableBufferPointer<Float> { UnsafeMutableBufferPointer(rebasing: storage[..<count]) }

  /// Begins a run of `count` samples and gives the place for them; what is in it means nothing.
  func begin(_ count: Int) -> UnsafeMutableBufferPointer<Float> {
    if count > storage.count {
      storage.deallocate()
      storage = .allocate(capacity: count)
    }
    self.count = count
    return place
  }
}
