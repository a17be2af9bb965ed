import Audio
import Glibc
import Testing

@testable import Speaker

@Suite struct PcmWriterTests {
  static let frames = (0..<256).map { Int16($0) }

  func write(_ device: FakePcm, _ writer: inout PcmWriter) -> PcmWriter.Outcome {
    Self.frames.withUnsafeBytes { writer.write($0.baseAddress!, count: 128, to: device) }
  }

  static let scripts: [[FakePcm.Answer]] = [
    [],
    [.takes(1), .takes(2), .takes(63)],
    [.fails(-EPIPE)],
    [.takes(10), .fails(-EPIPE), .takes(5), .fails(-EPIPE)],
    [.fails(-EPIPE), .takes(7), .fails(-EAGAIN), .fails(-ESTRPIPE), .fails(-EINTR), .takes(3)],
    [.fails(-EINTR), .fails(-EINTR), .takes(0), .fails(-EAGAIN)],
    [.takes(100), .fails(-EBADFD), .takes(27)]
  ]

  @Test(arguments: scripts.indices) func allFramesInOrderNothingTwice(index: Int) {
    let device = FakePcm(Self.scripts[index])
    var writer = PcmWriter()
    #expect(write(device, &writer) == .written)
    #expect(device.heard == Self.frames)
  }

  @Test func anUnderrunIsPreparedAndCounted() {
    let device = FakePcm([.takes(50), .fails(-EPIPE)])
    var writer = PcmWriter()
    #expect(write(device, &writer) == .written)
    #expect(device.calls == ["prepare"])
    #expect(writer.underrunCount == 1)
  }

  @Test func suspensionIsResumedOrBegunAnew() {
    var writer = PcmWriter()
    let waking = FakePcm([.fails(-ESTRPIPE)])
    waking.resumes = [-EAGAIN, -EAGAIN, 0]
    #expect(write(waking, &writer) == .written)
    #expect(waking.calls == ["resume", "resume", "resume"])
    let unable = FakePcm([.fails(-ESTRPIPE)])
    unable.resumes = [-ENOSYS]
    #expect(write(unable, &writer) == .written)
    #expect(unable.calls == ["resume", "prepare"])
    #expect(writer.underrunCount == 0)
  }

  @Test(arguments: [-EPIPE, -ESTRPIPE]) func recoveriesInOneCallAreLimited(code: Int32) {
    let device = FakePcm(ending: .fails(code))
    var writer = PcmWriter()
    #expect(write(device, &writer) == .failed(.failed(.write, code: code)))
    #expect(device.writeCount == PcmWriter.Limits.recoveries + 1)
  }

  @Test func aDeviceThatTakesNothingIsAnError() {
    let device = FakePcm(ending: .takes(0))
    var writer = PcmWriter()
    #expect(write(device, &writer) == .failed(.failed(.wait, code: -ETIMEDOUT)))
  }

  @Test(arguments: [-ENODEV, -EIO]) func otherErrorsAreToldAtOnce(code: Int32) {
    let device = FakePcm([.takes(3), .fails(code)])
    var writer = PcmWriter()
    #expect(write(device, &writer) == .failed(.failed(.write, code: code)))
    #expect(device.writeCount == 2 && device.calls.isEmpty)
  }
}

@Suite struct AlsaErrorTests {
  @Test(arguments: [
    AlsaError.failed(.open, code: -16), .failed(.write, code: -19),
    .rateRefused(asked: 22_050, granted: 48_000)
  ]) func passesThroughANote(error: AlsaError) {
    let (code, value) = error.packed
    #expect(AlsaError(code: code, value: value) == error)
  }

  @Test func saysWhatAndWhy() {
    #expect("\(AlsaError.failed(.open, code: -ENODEV))" == "snd_pcm_open: No such device")
    #expect(
      "\(AlsaError.rateRefused(asked: 22_050, granted: 48_000))"
        == "the device plays at 48000 Hz instead of 22050 Hz")
  }
}
