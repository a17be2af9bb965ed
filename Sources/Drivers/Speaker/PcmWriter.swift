internal import Audio
internal import Glibc

/// Writes whole blocks to a device and gets over what devices do: short counts, underruns, suspension,
/// interruption. What the device rejected is offered again, so nothing is lost or doubled; the number of
/// recoveries in one call is limited, so a device that never recovers becomes an error and no endless loop.
package struct PcmWriter {
  package enum Limits {
    /// Recoveries in one call.
    package static let recoveries = 8
    /// Looks at a device that takes nothing, in one call.
    package static let idleTurns = 200
    /// How long a device may take nothing, in milliseconds.
    package static let patience = 2_000
    /// How often a suspended device is asked to resume, every 10 ms.
    package static let resumes = 100
  }

  package enum Outcome: Equatable {
    case written
    case failed(AlsaError)
  }

  /// Underruns of the device since the start.
  package private(set) var underrunCount = 0

  package init() {}

  /// Writes `count` frames from `frames`, which has at least as many.
  package mutating func write(
    _ frames: UnsafeRawPointer, count: Int, to device: some PcmDevice
  ) -> Outcome {
    let frameSize = device.grant.encoding.frameSize
    var done = 0
    var recoveries = 0
    var idleTurns = 0
    var waited = 0
    while done < count {
      let taken = device.write(frames + done * frameSize, count: count - done)
      if taken > 0 {
        done += min(taken, count - done)
        idleTurns = 0
        waited = 0
        continue
      }
      let code = Int32(truncatingIfNeeded: taken)
      switch code {
      case 0, -EAGAIN, -EINTR:
        idleTurns += 1
        if code == -EINTR && idleTurns <= Limits.idleTurns { continue }
        // A device that says it is ready and takes nothing must not become a busy loop.
        if idleTurns > 8 { usleep(1_000) }
        if device.wait(milliseconds: 100, bell: -1) == .nothing { waited += 100 }
        if waited >= Limits.patience || idleTurns > Limits.idleTurns {
          return .failed(.failed(.wait, code: -ETIMEDOUT))
        }
      // Errors of the wait (the device underran or was suspended meanwhile) come back from the next write.
      case -EPIPE, -ESTRPIPE, -EBADFD:
        recoveries += 1
        if recoveries > Limits.recoveries { return .failed(.failed(.write, code: code)) }
        if code == -EPIPE { underrunCount += 1 }
        if let error = recover(device, code) { return .failed(error) }
      default:
        return .failed(.failed(.write, code: code))
      }
    }
    return .written
  }

  /// Afterwards the device starts again when its start threshold is reached: a full cushion of its own, so
  /// that one underrun does not breed the next.
  private func recover(_ device: some PcmDevice, _ code: Int32) -> AlsaError? {
    if code == -ESTRPIPE {
      for _ in 0..<Limits.resumes {
        let resumed = device.resume()
        if resumed == 0 { return nil }
        // ENOSYS: it cannot resume, only begin anew.
        guard resumed == -EAGAIN else { break }
        usleep(10_000)
      }
    }
    let prepared = device.prepare()
    return prepared < 0 ? .failed(.prepare, code: prepared) : nil
  }
}
