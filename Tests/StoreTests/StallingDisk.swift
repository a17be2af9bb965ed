import Linux
import Support

/// A simulated disk whose first fsync hangs until it is released.
final class StallingDisk: FileCalls {
  let disk = SimulatedDisk(folders: ["/var", "/var/lib", "/var/lib/nightstand"])
  private let stalled = WakeEvent()
  private let released = WakeEvent()

  func waitUntilStalled() { stalled.wait(timeout: .seconds(20)) }
  func release() { released.ring() }

  func sync(_ file: Int32) throws(SystemError) {
    stalled.ring()
    released.wait(timeout: .seconds(30))
    released.ring()
    try disk.sync(file)
  }

  func openForReading(_ path: String) throws(SystemError) -> Int32 { try disk.openForReading(path) }
  func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32 { try disk.create(path, mode: mode) }
  func openFolder(_ path: String) throws(SystemError) -> Int32 { try disk.openFolder(path) }
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try disk.read(file, into: buffer)
  }
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try disk.write(file, bytes)
  }
  func close(_ file: Int32) { disk.close(file) }
  func link(_ existing: String, as name: String) throws(SystemError) { try disk.link(existing, as: name) }
  func rename(_ path: String, to name: String) throws(SystemError) { try disk.rename(path, to: name) }
  func unlink(_ path: String) throws(SystemError) { try disk.unlink(path) }
  func makeFolder(_ path: String, mode: UInt32) throws(SystemError) { try disk.makeFolder(path, mode: mode) }
}
