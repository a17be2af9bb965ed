package import Audio

/// The inner loop: a piece is rendered and written. This is the path on which nothing allocates, locks or
/// counts references.
package struct RenderLoop: ~Copyable {
  package let kernel: RenderKernel
  package private(set) var writer = PcmWriter()
  private let piece: UnsafeMutableRawPointer

  package init(_ kernel: RenderKernel) {
    self.kernel = kernel
    let size = RenderKernel.Limits.frames * SampleEncoding.signed32.frameSize
    piece = .allocate(byteCount: size, alignment: 64)
  }

  deinit { piece.deallocate() }

  /// Renders and writes one period, or the part of a long one that the kernel takes at once.
  package mutating func turn(_ device: some PcmDevice) -> PcmWriter.Outcome {
    let grant = device.grant
    let frames = min(grant.periodFrames, RenderKernel.Limits.frames)
    kernel.render(into: piece, frames: frames, as: grant.encoding)
    let outcome = writer.write(piece, count: frames, to: device)
    if outcome == .written { kernel.commit() }
    return outcome
  }
}
