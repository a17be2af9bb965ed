internal import Synchronization

/// A place for one voice in the render kernel. The loop gives orders, the audio thread answers `.gone`.
struct RenderSlot: ~Copyable {
  /// Who may change it: the loop free → play, play ↔ pause, either → leave, gone → free; the audio thread
  /// leave → gone. So a voice is released by the loop, and never while the audio thread looks at it.
  enum Order: UInt8 {
    case free, play, pause, leave, gone
  }

  private let rawOrder = Atomic<UInt8>(Order.free.rawValue)

  // Written by the loop while the slot is free.
  var voice: Unmanaged<Voice>?
  /// Later voices have higher numbers.
  var serial = 0

  // The audio thread's own.
  var isOn = false
  var isStarving = false
  var isEndTold = false
  var position = 0
  var channels = 2
  var gain: Float = 1
  var unheardFrames = 0

  var order: Order {
    get { Order(rawValue: rawOrder.load(ordering: .acquiring)) ?? .free }
    nonmutating set { rawOrder.store(newValue.rawValue, ordering: .releasing) }
  }

  /// The loop: puts a voice into a free slot.
  mutating func occupy(with newVoice: Voice, serial newSerial: Int) {
    voice = .passRetained(newVoice)
    serial = newSerial
    isOn = false
    isStarving = false
    isEndTold = false
    position = 0
    unheardFrames = 0
    gain = newVoice.gainFactor
    order = .play
  }

  /// The loop: takes the voice out of a slot that the audio thread has left.
  mutating func vacate() {
    voice?.release()
    voice = nil
    order = .free
  }
}
