internal import Audio
internal import Glibc
internal import Linux

/// A WAV file that is valid whenever its header was patched last: RIFF, one `fmt ` chunk for 16-bit PCM, one
/// `data` chunk (Multimedia Programming Interface and Data Specifications 1.0). It prevents a file whose sizes
/// are wrong because nobody closed it.
struct WavFile: ~Copyable {
  static let headerSize = 44
  /// RIFF sizes are 32 bits; a little less, so that the last block fits whole. Bytes.
  static let maximumSize = 0xFFFF_0000

  let format: SampleFormat
  private let file: Descriptor
  private(set) var dataSize = 0

  static func create(_ path: String, format: SampleFormat) throws(SystemError) -> WavFile {
    let created = WavFile(file: try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC), format: format)
    try created.patchHeader()
    return created
  }

  private init(file: consuming Descriptor, format: SampleFormat) {
    self.file = file
    self.format = format
  }

  /// Whether `count` samples still fit.
  func hasRoom(samples count: Int) -> Bool { Self.headerSize + dataSize + count * 2 <= Self.maximumSize }

  /// Appends interleaved samples.
  mutating func append(_ samples: UnsafeBufferPointer<Int16>) throws(SystemError) {
    try write(UnsafeRawBufferPointer(samples), at: Self.headerSize + dataSize)
    dataSize += samples.count * 2
  }

  /// Makes the header tell the size that the file has now.
  func patchHeader() throws(SystemError) {
    var header: [UInt8] = []
    func add(_ text: String) { header += text.utf8 }
    func add(_ number: Int, bytes: Int) {
      for index in 0..<bytes { header.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
    let frameSize = format.channels * 2
    add("RIFF")
    add(Self.headerSize - 8 + dataSize, bytes: 4)
    add("WAVEfmt ")
    add(16, bytes: 4)
    add(1, bytes: 2)
    add(format.channels, bytes: 2)
    add(format.rate, bytes: 4)
    add(format.rate * frameSize, bytes: 4)
    add(frameSize, bytes: 2)
    add(16, bytes: 2)
    add("data")
    add(dataSize, bytes: 4)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: header.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: header)
    try write(UnsafeRawBufferPointer(bytes), at: 0)
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = pwrite(file.number, bytes.baseAddress! + done, bytes.count - done, off_t(place + done))
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw SystemError("pwrite", code: count == 0 ? ENOSPC : errno)
      }
    }
  }
}
