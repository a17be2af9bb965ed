internal import Linux

/// What may be found on the disk when the power comes back.
extension SimulatedDisk {
  /// The program was killed, the machine was not: all that programs saw is there.
  public func afterKill() -> SimulatedDisk {
    var disk = state
    disk.unpluggedAt = nil
    disk.steps = 0
    return SimulatedDisk(disk)
  }

  /// One of the possible states, by chance.
  public func afterPowerCut(using generator: inout some RandomNumberGenerator) -> SimulatedDisk {
    let names = nameChoices
    let nodes = nodeChoices
    return disk(
      names: names.map { $0.1.randomElement(using: &generator)! },
      nodes: nodes.map { $0.1.randomElement(using: &generator)! })
  }

  /// Every possible state. There must be fewer than `max`.
  public func allAfterPowerCut(max: Int = 20_000) -> [SimulatedDisk] {
    let names = SimulatedDisk.products(nameChoices.map(\.1))
    let nodes = SimulatedDisk.products(nodeChoices.map(\.1))
    precondition(names.count * nodes.count < max, "too many states to try")
    return names.flatMap { names in nodes.map { nodes in disk(names: names, nodes: nodes) } }
  }

  private var nameChoices: [(String, [Int?])] {
    state.history.sorted { $0.key < $1.key }.map { name, values in (name, SimulatedDisk.unique(values)) }
  }

  /// Bytes that were not fsynced: lost, all there, cut, or of the right length but zeros (ext4 with delayed
  /// allocation).
  private var nodeChoices: [(Int, [[UInt8]])] {
    state.nodes.filter(\.value.isDirty).sorted { $0.key < $1.key }.map { node, data in
      let zeros = [UInt8](repeating: 0, count: data.now.count)
      let half = [UInt8](data.now.prefix(data.now.count / 2))
      return (node, SimulatedDisk.unique([data.kept, data.now, half, zeros]))
    }
  }

  private func disk(names: [Int?], nodes: [[UInt8]]) -> SimulatedDisk {
    var disk = state
    for ((name, _), node) in zip(nameChoices, names) { disk.names[name] = node }
    for ((node, _), bytes) in zip(nodeChoices, nodes) { disk.nodes[node]!.now = bytes }
    for node in disk.nodes.keys {
      disk.nodes[node]!.kept = disk.nodes[node]!.now
      disk.nodes[node]!.isDirty = false
    }
    disk.history = [:]
    disk.unpluggedAt = nil
    disk.steps = 0
    return SimulatedDisk(disk)
  }

  private static func unique<Value: Equatable>(_ values: [Value]) -> [Value] {
    values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func products<Value>(_ choices: [[Value]]) -> [[Value]] {
    choices.reduce([[]]) { heads, tails in heads.flatMap { head in tails.map { head + [$0] } } }
  }
}
