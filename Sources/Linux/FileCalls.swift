/// The file calls that keeping documents needs, one to one as the system has them: tests put an own table of
/// errors, or a whole disk that can be unplugged, in their place. Each call fails with the name and number of
/// the system's call; `EINTR` and short counts are handed on, and the caller deals with them.
public protocol FileCalls: Sendable {
  /// open(2), read only, that never waits for a writer (a FIFO in the place of a document must not hang us).
  func openForReading(_ path: String) throws(SystemError) -> Int32
  /// open(2) of a new file for writing; `EEXIST` when the name is taken.
  func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32
  /// open(2) of a folder, for `sync`.
  func openFolder(_ path: String) throws(SystemError) -> Int32
  /// read(2). 0: the end.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  /// write(2): how many bytes were taken.
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int
  /// fsync(2) of a file or a folder.
  func sync(_ file: Int32) throws(SystemError)
  /// close(2). What it could report has been reported by `sync`.
  func close(_ file: Int32)
  /// link(2): a second name for a file.
  func link(_ existing: String, as name: String) throws(SystemError)
  /// rename(2): what had the new name before is replaced.
  func rename(_ path: String, to name: String) throws(SystemError)
  /// unlink(2).
  func unlink(_ path: String) throws(SystemError)
  /// mkdir(2).
  func makeFolder(_ path: String, mode: UInt32) throws(SystemError)
}
