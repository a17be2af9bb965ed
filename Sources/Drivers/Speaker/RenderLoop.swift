package import Audio
package import Linux

/// The inner loop: a piece is rendered and written. This is the path on which nothing allocates, locks or
/// counts references.
package struct RenderLoop: ~Copyable {
  package enum Limits {
    /// What a card is left when the rest is taken back, and what it still has when a stream that ran dry is
    /// faded; milliseconds. Above what the DMA of a card fetches at once, and what a busy board sleeps late.
    package static let kept = 20
  }

  package let kernel: RenderKernel
  package private(set) var writer = PcmWriter()
  private let piece: UnsafeMutableRawPointer

  package init(_ kernel: RenderKernel) {
    self.kernel = kernel
    let size = RenderKernel.Limits.frames * SampleEncoding.signed32.frameSize
    piece = .allocate(byteCount: size, alignment: 64)
  }

  deinit { piece.deallocate() }

  /// Waits until there is room, renders and writes at most one period; or waits for samples, as long as the
  /// card has some. Ends early when `bell` is rung, so that an order is obeyed at once.
  /// - Parameter atMost: frames; nil: a period.
  package mutating func turn(
    _ device: some PcmDevice, bell: WakeEvent, atMost: Int? = nil
  ) -> PcmWriter.Outcome {
    let grant = device.grant
    let kept = grant.rate * Limits.kept / 1_000
    if kernel.isChangeDue {
      let taken = device.takeBack(keeping: kept, atMost: kernel.reversibleFrames)
      if taken > 0 { kernel.takeBack(frames: taken) }
    }
    let most = min(atMost ?? grant.periodFrames, grant.periodFrames, RenderKernel.Limits.frames)
    var frames = kernel.pieceFrames(atMost: most)
    if frames == 0 {
      // A short tail on the card does not start by itself.
      device.start()
      // A fade that comes when the server has run dry is heard after a hole.
      let spare = device.delayFrames - device.heldFrames - kept
      if spare > 0 {
        // Half of it: the other half is the time in which the new samples are rendered.
        bell.wait(timeout: .microseconds(spare * 500_000 / grant.rate))
        return .written
      }
      frames = kernel.fadeFrames
    }
    if device.wait(milliseconds: 100, bell: bell.number) == .bell {
      bell.clear()
      return .written
    }
    kernel.render(into: piece, frames: frames, as: grant.encoding)
    let outcome = writer.write(piece, count: frames, to: device)
    if outcome == .written { kernel.commit() }
    return outcome
  }
}
