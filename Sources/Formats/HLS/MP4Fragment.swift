/// Where the samples of a track lie, as a `moof` box says it (ISO 14496-12, 8.8).
struct MP4Fragment {
  struct Sample: Hashable {
    /// In the resource that the fragment is a part of.
    var position: Int
    var count: Int
  }

  private(set) var samples: [Sample] = []

  /// - Parameters: the box's body, and where the box begins.
  init(_ moof: ArraySlice<UInt8>, at start: Int, track: MP4Track) throws(SegmentTrouble) {
    /// Where the samples of the track fragment before end: the next begins there, if it says nothing.
    var end = start
    for box in MP4Boxes(moof) where box.type == "traf" {
      guard let header = MP4Boxes.find(["tfhd"], in: box.body) else { continue }
      let flags = header.number(at: 1, bytes: 3)
      var offset = 8
      func field(_ flag: Int, _ count: Int) -> Int? {
        guard flags & flag != 0 else { return nil }
        defer { offset += count }
        return header.number(at: offset, bytes: count)
      }
      let base = field(0x1, 8)
      _ = field(0x2, 4)
      _ = field(0x8, 4)
      let size = field(0x10, 4) ?? track.defaultSize
      let isFirst = samples.isEmpty
      // Without any word on it, the first is counted from the box itself.
      let origin = base ?? (flags & 0x2_0000 != 0 || isFirst ? start : end)
      guard header.number(at: 4, bytes: 4) == track.number else { continue }
      var next = origin
      for run in MP4Boxes(box.body) where run.type == "trun" {
        try add(run.body, origin: origin, next: &next, defaultSize: size)
      }
      end = next
    }
    samples.sort { $0.position < $1.position }
  }

  private mutating func add(_ run: ArraySlice<UInt8>, origin: Int, next: inout Int, defaultSize: Int)
    throws(SegmentTrouble)
  {
    let flags = run.number(at: 1, bytes: 3)
    let count = run.number(at: 4, bytes: 4)
    guard count <= HLSLimits.sampleCount - samples.count else { throw .unknown }
    var offset = 8
    if flags & 0x1 != 0 {
      // Signed.
      next = origin + Int(Int32(truncatingIfNeeded: run.number(at: offset, bytes: 4)))
      offset += 4
    }
    if flags & 0x4 != 0 { offset += 4 }
    let hasSize = flags & 0x200 != 0
    let sizeOffset = flags & 0x100 != 0 ? 4 : 0
    let step = [0x100, 0x200, 0x400, 0x800].reduce(0) { $0 + (flags & $1 != 0 ? 4 : 0) }
    guard offset + count * step <= run.count else { throw .unknown }
    for index in 0..<count {
      let size = hasSize ? run.number(at: offset + index * step + sizeOffset, bytes: 4) : defaultSize
      guard size <= HLSLimits.segmentBytes, next >= 0, next <= Int.max / 2 else { throw .unknown }
      if size > 0 { samples.append(Sample(position: next, count: size)) }
      next += size
    }
  }
}
