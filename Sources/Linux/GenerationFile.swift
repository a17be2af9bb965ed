internal import Glibc

/// A document with its older generation, as `AtomicFile` keeps them, read so that one good copy is enough.
///
/// A copy that does not load is set aside (`NAME.bad`, `NAME.bad-2`, `NAME.bad-3`), never deleted and never
/// written over: it may be all that is left of somebody's favorites. The newest sound copy is then put in its
/// place: NAME, else `NAME.bak`, else what a write that was cut off had finished.
public struct GenerationFile: Sendable {
  /// What the format's own reader says of the bytes; this room knows no formats.
  public enum Judgement<Value> {
    case sound(Value)
    /// Why not, in plain words.
    case unsound(String)
  }

  public struct Loaded<Value> {
    /// Nil: no copy is sound, or there is none.
    public var value: Value?
    /// What was found wrong and what was done about it, a sentence each, with the path. Empty when all is well,
    /// also when there is no document yet.
    public var notes: [String]
  }

  /// How many damaged copies of a document are kept.
  static let setAsideMax = 3

  public let file: AtomicFile
  /// In bytes. A larger file is not read.
  public let limit: Int
  let calls: any FileCalls

  public init(path: String, limit: Int, calls: any FileCalls = SystemFileCalls()) {
    file = AtomicFile(path: path, calls: calls)
    self.limit = limit
    self.calls = calls
  }

  /// Nothing is thrown: a radio with a damaged document starts all the same.
  public func load<Value>(_ judge: ([UInt8]) -> Judgement<Value>) -> Loaded<Value> {
    var loaded = Loaded<Value>(value: nil, notes: [])
    var damaged: [String] = []
    let candidates = [file.path, file.backupPath, file.temporaryPath, file.outgoingPath]
    for path in candidates {
      switch look(at: path, judge) {
      case .missing: continue
      case .unsound(let reason):
        damaged.append(path)
        // A temporary that was cut off is what a power cut leaves behind: not worth a word.
        if isGeneration(path) { loaded.notes.append("\(path): \(reason)") }
      case .sound(let value, let bytes):
        loaded.value = value
        if path != file.path {
          let isMissing = !damaged.contains(file.path)
          if isMissing { loaded.notes.append("\(file.path): missing") }
          loaded.notes.append("\(path): used in its place")
          recover(bytes, from: path, damaged: damaged, &loaded.notes)
        } else {
          discardTemporaries()
        }
        return loaded
      }
    }
    // Without a document the temporary is a first write that was cut off: there never was anything to keep.
    guard damaged.contains(where: isGeneration) else {
      discardTemporaries()
      return loaded
    }
    for path in damaged { setAside(path, &loaded.notes) }
    return loaded
  }

  /// For a format that only says yes or no: the bytes themselves are the value.
  public func load(isSound: ([UInt8]) -> Bool) -> Loaded<[UInt8]> {
    load { isSound($0) ? .sound($0) : .unsound("damaged") }
  }

  // MARK: Looking

  private enum Finding<Value> {
    case missing
    case unsound(String)
    case sound(Value, [UInt8])
  }

  private func look<Value>(at path: String, _ judge: ([UInt8]) -> Judgement<Value>) -> Finding<Value> {
    do throws(SystemError) {
      let opened = try OpenFile(reading: path, calls)
      guard let bytes = try opened.readAll(limit: limit) else {
        return .unsound("larger than \(limit) bytes")
      }
      if bytes.isEmpty { return .unsound("empty") }
      if bytes.allSatisfy({ $0 == 0 }) { return .unsound("nothing but zero bytes") }
      switch judge(bytes) {
      case .sound(let value): return .sound(value, bytes)
      case .unsound(let reason): return .unsound(reason)
      }
    } catch {
      return error.code == ENOENT ? .missing : .unsound("\(error)")
    }
  }

  // MARK: Repairing

  private func recover(_ bytes: [UInt8], from source: String, damaged: [String], _ notes: inout [String]) {
    for path in damaged where isGeneration(path) {
      guard setAside(path, &notes) else { return }
    }
    do throws(SystemError) {
      if source != file.backupPath {
        // Writing the document takes the temporary's name: its content needs another home first.
        try AtomicFile(path: file.backupPath, keepsPrevious: false, calls: calls).write(bytes)
      }
      try file.write(bytes)
    } catch {
      notes.append("\(file.path): cannot be restored (\(error))")
      return
    }
    discardTemporaries()
  }

  private func discardTemporaries() {
    file.discardTemporaries()
    AtomicFile(path: file.backupPath, calls: calls).discardTemporaries()
  }

  /// A finished generation, unlike what a write was working on.
  private func isGeneration(_ path: String) -> Bool { path == file.path || path == file.backupPath }

  @discardableResult
  private func setAside(_ path: String, _ notes: inout [String]) -> Bool {
    let place = freePlace()
    do throws(SystemError) {
      try uninterrupted { () throws(SystemError) in try calls.rename(path, to: place) }
    } catch {
      notes.append("\(path): cannot be set aside (\(error))")
      return false
    }
    notes.append("\(path): set aside as \(place)")
    return true
  }

  /// The first name that is free or holds nothing; else the last one, since the first damaged copy is the one
  /// with most of the person's own entries in it.
  private func freePlace() -> String {
    let places = (1...GenerationFile.setAsideMax).map { "\(file.path).bad\($0 == 1 ? "" : "-\($0)")" }
    return places.first { place in
      do throws(SystemError) { return try OpenFile(reading: place, calls).readAll(limit: 0) != nil } catch {
        return error.code == ENOENT
      }
    } ?? places[places.count - 1]
  }
}
