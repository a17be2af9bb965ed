internal import CLinux
internal import Glibc

/// Reads whole files that somebody else has made: only regular files, and never more than a limit. It
/// prevents a read that ends never (`/dev/zero`), one that waits for ever (a FIFO), and one that takes all
/// the memory.
public enum BoundedRead {
  public enum Failure: Error, Hashable, CustomStringConvertible {
    case system(SystemError)
    case notRegular
    /// The limit in bytes.
    case tooLarge(Int)

    public var description: String {
      switch self {
      case .system(let error): SystemError.text(for: error.code)
      case .notRegular: "not a regular file"
      case .tooLarge(let sizeMax):
        sizeMax >= 1_048_576 ? "larger than \(sizeMax / 1_048_576) MiB" : "larger than \(sizeMax) bytes"
      }
    }

    /// Nothing is there under this name.
    public var isMissing: Bool {
      if case .system(let error) = self { error.code == ENOENT || error.code == ENOTDIR } else { false }
    }
  }

  public static func file(_ path: String, sizeMax: Int) throws(Failure) -> [UInt8] {
    let outcome: Outcome
    do {
      outcome = try contents(path, sizeMax: sizeMax)
    } catch {
      throw .system(error)
    }
    switch outcome {
    case .bytes(let bytes): return bytes
    case .notRegular: throw .notRegular
    case .tooLarge: throw .tooLarge(sizeMax)
    }
  }

  private enum Outcome {
    case bytes([UInt8])
    case notRegular, tooLarge
  }

  private static func contents(_ path: String, sizeMax: Int) throws(SystemError) -> Outcome {
    // Without O_NONBLOCK the open of a FIFO would wait for a writer; O_NOCTTY: a terminal must not become
    // ours.
    let descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw SystemError("fstat") }
    guard status.st_mode & S_IFMT == S_IFREG else { return .notRegular }
    guard status.st_size <= sizeMax else { return .tooLarge }
    // The size is a hint: the file may grow meanwhile, and files in /proc have none.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size) + 1)
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer { piece.deallocate() }
    while bytes.count <= sizeMax {
      guard let count = try descriptor.read(into: piece), count > 0 else { return .bytes(bytes) }
      bytes.append(contentsOf: piece.prefix(count))
    }
    return .tooLarge
  }
}
