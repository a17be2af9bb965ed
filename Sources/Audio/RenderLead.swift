/// Who sounds: the latest voice that can. The one before it is heard until then, so that a zap is a cross-fade and
/// not a pause. Where the rates differ, the card has to be set up anew in between: then the old one fades out as
/// soon as the new one could begin, and not before.
extension RenderKernel {
  /// The loop: the voices that were attached before this one, which sounds, have faded or will, and are let go of.
  public func detachEarlier(than id: Int) {
    var serial = 0
    for index in 0..<Limits.voices where slots[index].voice?._withUnsafeGuaranteedRef({ $0.id }) == id {
      serial = max(serial, slots[index].serial)
    }
    for index in 0..<Limits.voices where isHeld(index) && slots[index].serial < serial {
      slots[index].order = .leave
    }
  }

  /// The audio thread: the serial of the voice that leads in the next piece, of so many frames.
  @inline(__always)
  func nextLead(frames: Int) -> Int {
    var next = lead
    for index in 0..<Limits.voices {
      let slot = slots + index
      guard slot.pointee.order == .play, slot.pointee.serial > next, let voice = slot.pointee.voice else {
        continue
      }
      let isReady = voice._withUnsafeGuaranteedRef { voice in
        // In this order: what is in the ring when the tail is complete is all of it.
        let isTail = voice.isTailComplete
        guard let format = voice.format else { return false }
        return canBegin(voice, format, isTail, frames: frames)
      }
      if isReady { next = slot.pointee.serial }
    }
    return next
  }

  /// A later voice has begun.
  @inline(__always)
  func isPassed(_ slot: UnsafeMutablePointer<RenderSlot>) -> Bool { slot.pointee.serial < lead }
}
