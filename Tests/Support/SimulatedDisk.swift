internal import Glibc
public import Linux
internal import Synchronization

/// A disk that can be unplugged. It keeps what programs see apart from what would survive a power cut: bytes
/// not fsynced may be lost, torn or zeros, and each name in a folder that was not fsynced may, on its own, have
/// any of the values it had since the last fsync. That is harsher than any real file system.
public final class SimulatedDisk: FileCalls {
  public struct Traits: Sendable {
    /// False: as FAT.
    public var hasHardLinks = true
    public var isReadOnly = false
    /// In bytes; nil: no end.
    public var capacity: Int?
    /// How many bytes one write takes at most.
    public var writeMax = Int.max
    public init() {}
  }

  struct Node {
    var now: [UInt8] = []
    var kept: [UInt8] = []
    var isDirty = false
  }

  struct Open {
    var node: Int
    var offset = 0
    var folder: String?
  }

  struct State {
    var traits: Traits
    var nodes: [Int: Node] = [:]
    var names: [String: Int] = [:]
    /// For each name that changed since its folder's last fsync: what it led to, oldest (the durable) first.
    var history: [String: [Int?]] = [:]
    var folders: Set<String> = ["/"]
    var nextNode = 1
    var nextFile: Int32 = 100
    var steps = 0
    var unpluggedAt: Int?
  }

  struct Guarded {
    var disk: State
    var open: [Int32: Open] = [:]
  }

  private let guarded: Mutex<Guarded>

  public convenience init(folders: [String] = [], traits: Traits = Traits()) {
    var state = State(traits: traits)
    state.folders.formUnion(folders)
    self.init(state)
  }

  init(_ state: State) { guarded = Mutex(Guarded(disk: state)) }

  var state: State { guarded.withLock { $0.disk } }

  /// How many calls were made.
  public var steps: Int { guarded.withLock { $0.disk.steps } }

  /// From the call with this number on nothing works and nothing changes any more.
  public func unplug(atStep step: Int) { guarded.withLock { $0.disk.unpluggedAt = step } }

  public var traits: Traits {
    get { guarded.withLock { $0.disk.traits } }
    set { guarded.withLock { $0.disk.traits = newValue } }
  }

  // MARK: Looking and preparing, free of charge

  public func content(_ path: String) -> [UInt8]? {
    guarded.withLock { held in held.disk.names[path].flatMap { held.disk.nodes[$0]?.now } }
  }

  /// Puts a file there, durably; nil removes it.
  public func put(_ path: String, _ bytes: [UInt8]?) {
    guarded.withLock { held in
      held.disk.history[path] = nil
      guard let bytes else {
        held.disk.names[path] = nil
        return
      }
      let node = held.disk.nextNode
      held.disk.nextNode += 1
      held.disk.nodes[node] = Node(now: bytes, kept: bytes)
      held.disk.names[path] = node
    }
  }

  public var paths: [String] { guarded.withLock { $0.disk.names.keys.sorted() } }
  public var openCount: Int { guarded.withLock { $0.open.count } }

  // MARK: FileCalls

  public func openForReading(_ path: String) throws(SystemError) -> Int32 {
    try step("open") { held in
      if held.disk.folders.contains(path) {
        return .success(held.add(Open(node: 0, folder: path)))
      }
      guard let node = held.disk.names[path] else { return .failure(SystemError("open", code: ENOENT)) }
      return .success(held.add(Open(node: node)))
    }
  }

  public func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
    try step("open", changes: true) { held in
      guard held.disk.folders.contains(SimulatedDisk.folder(of: path)) else {
        return .failure(SystemError("open", code: ENOENT))
      }
      guard held.disk.names[path] == nil else { return .failure(SystemError("open", code: EEXIST)) }
      let node = held.disk.nextNode
      held.disk.nextNode += 1
      held.disk.nodes[node] = Node()
      held.disk.set(path, node)
      return .success(held.add(Open(node: node)))
    }
  }

  public func openFolder(_ path: String) throws(SystemError) -> Int32 {
    try step("open") { held in
      guard held.disk.folders.contains(path) else {
        return .failure(SystemError("open", code: held.disk.names[path] == nil ? ENOENT : ENOTDIR))
      }
      return .success(held.add(Open(node: 0, folder: path)))
    }
  }

  public func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let bytes = try step("read") { held -> Result<[UInt8], SystemError> in
      guard let open = held.open[file], open.folder == nil else {
        return .failure(SystemError("read", code: EISDIR))
      }
      let part = held.disk.nodes[open.node]!.now.dropFirst(open.offset).prefix(buffer.count)
      held.open[file]!.offset += part.count
      return .success([UInt8](part))
    }
    buffer.copyBytes(from: bytes)
    return bytes.count
  }

  public func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    let offered = [UInt8](bytes)
    return try step("write", changes: true) { held in
      let node = held.open[file]!.node
      var room = min(offered.count, held.disk.traits.writeMax)
      if let capacity = held.disk.traits.capacity {
        let used = Set(held.disk.names.values).reduce(0) { $0 + held.disk.nodes[$1]!.now.count }
        room = min(room, capacity - used)
      }
      guard room > 0 else { return .failure(SystemError("write", code: ENOSPC)) }
      held.disk.nodes[node]!.now += offered[..<room]
      held.disk.nodes[node]!.isDirty = true
      return .success(room)
    }
  }

  public func sync(_ file: Int32) throws(SystemError) {
    try step("fsync") { (held: inout Guarded) -> Result<Void, SystemError> in
      let open = held.open[file]!
      if let folder = open.folder {
        held.disk.history = held.disk.history.filter { SimulatedDisk.folder(of: $0.key) != folder }
      } else {
        held.disk.nodes[open.node]!.kept = held.disk.nodes[open.node]!.now
        held.disk.nodes[open.node]!.isDirty = false
      }
      return .success(())
    }
  }

  public func close(_ file: Int32) {
    let wasOpen = guarded.withLock { $0.open.removeValue(forKey: file) != nil }
    precondition(wasOpen, "close of a file that was not open")
  }

  public func link(_ existing: String, as name: String) throws(SystemError) {
    try step("link", changes: true) { (held: inout Guarded) -> Result<Void, SystemError> in
      guard held.disk.traits.hasHardLinks else { return .failure(SystemError("link", code: EPERM)) }
      guard let node = held.disk.names[existing] else { return .failure(SystemError("link", code: ENOENT)) }
      guard held.disk.names[name] == nil else { return .failure(SystemError("link", code: EEXIST)) }
      held.disk.set(name, node)
      return .success(())
    }
  }

  public func rename(_ path: String, to name: String) throws(SystemError) {
    try step("rename", changes: true) { (held: inout Guarded) -> Result<Void, SystemError> in
      guard let node = held.disk.names[path] else { return .failure(SystemError("rename", code: ENOENT)) }
      // rename(2): two names of one file stay as they are.
      if held.disk.names[name] == node { return .success(()) }
      held.disk.set(name, node)
      held.disk.set(path, nil)
      return .success(())
    }
  }

  public func unlink(_ path: String) throws(SystemError) {
    try step("unlink", changes: true) { (held: inout Guarded) -> Result<Void, SystemError> in
      guard held.disk.names[path] != nil else { return .failure(SystemError("unlink", code: ENOENT)) }
      held.disk.set(path, nil)
      return .success(())
    }
  }

  public func makeFolder(_ path: String, mode: UInt32) throws(SystemError) {
    try step("mkdir", changes: true) { (held: inout Guarded) -> Result<Void, SystemError> in
      guard held.disk.folders.contains(SimulatedDisk.folder(of: path)) else {
        return .failure(SystemError("mkdir", code: ENOENT))
      }
      guard held.disk.names[path] == nil, held.disk.folders.insert(path).inserted else {
        return .failure(SystemError("mkdir", code: EEXIST))
      }
      return .success(())
    }
  }

  private func step<Value: Sendable>(
    _ call: String, changes: Bool = false, _ body: (inout Guarded) -> Result<Value, SystemError>
  ) throws(SystemError) -> Value {
    let result: Result<Value, SystemError> = guarded.withLock { held in
      held.disk.steps += 1
      if let last = held.disk.unpluggedAt, held.disk.steps >= last {
        return .failure(SystemError(call, code: EIO))
      }
      if changes, held.disk.traits.isReadOnly { return .failure(SystemError(call, code: EROFS)) }
      return body(&held)
    }
    return try result.get()
  }

  static func folder(of path: String) -> String {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension SimulatedDisk.State {
  fileprivate mutating func set(_ path: String, _ node: Int?) {
    history[path, default: [names[path]]].append(node)
    names[path] = node
  }
}

extension SimulatedDisk.Guarded {
  fileprivate mutating func add(_ file: SimulatedDisk.Open) -> Int32 {
    disk.nextFile += 1
    open[disk.nextFile] = file
    return disk.nextFile
  }
}
