import Audio
import Linux
import Testing

@testable import Speaker

@Suite struct RenderLoopTests {
  private static let rate = 44_100

  private static func frames(_ milliseconds: Int) -> Int { rate * milliseconds / 1_000 }

  /// A third of a second of the loudest there is, and no more.
  private static func playing(_ kernel: RenderKernel) -> Voice {
    let voice = Voice(id: 1)
    voice.setFormat(SampleFormat(rate: rate, channels: 2))
    let samples = [Float](repeating: 1, count: frames(330) * 2)
    _ = samples.withUnsafeBufferPointer { voice.samples.write($0, channels: 2) }
    voice.samplesArrived()
    kernel.configure(rate: rate)
    #expect(kernel.attach(voice))
    return voice
  }

  /// What a sound server holds has left: waiting for more sound until it, too, is nearly over is waiting too long.
  @Test func aStreamThatRunsDryFadesBeforeTheServerIsEmpty() {
    let kernel = RenderKernel()
    let voice = Self.playing(kernel)
    let device = FakePcm(period: Self.frames(80))
    let bell = WakeEvent()
    var loop = RenderLoop(kernel)
    device.heldFrames = Self.frames(60)
    device.delayFrames = Self.frames(100)
    // All that can be written without a fade.
    for _ in 0..<20 { #expect(loop.turn(device, bell: bell) == .written) }
    let before = device.heard.count
    #expect(before < Self.frames(330) * 2 && device.heard.last == 32_767)
    // Of these 80 ms the server holds 60.
    device.delayFrames = Self.frames(80)
    for _ in 0..<20 where kernel.demand().isActive { #expect(loop.turn(device, bell: bell) == .written) }
    #expect(device.heard.count > before)
    #expect(device.heard.last == 0)
    #expect(voice.starvedCount == 1)
  }
}
