import Foundation
import Glibc
import Linux
import Panel
import Support
import Testing

/// Virtual terminals are there where a kernel has a console; a test takes one that nobody uses or sees.
@Suite(.serialized) struct ConsoleTests {
  private static let getMode: UInt = 0x4B3B
  private static let findFree: UInt = 0x5600

  /// "/dev/ttyN" of a free one that this process may use; nil: none.
  static let spare: String? = {
    let master = open("/dev/tty0", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard master >= 0 else { return nil }
    defer { close(master) }
    var number: Int32 = 0
    guard ioctl(master, findFree, &number) == 0, number > 0 else { return nil }
    let path = "/dev/tty\(number)"
    guard let console = try? PanelConsole(path: path) else { return nil }
    console.close()
    return path
  }()

  static let hasSpare = spare != nil

  /// KD_TEXT is 0, KD_GRAPHICS 1.
  static func mode(_ path: String) throws -> Int32 {
    let terminal = try Descriptor.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    var mode: Int32 = -1
    guard ioctl(terminal.number, getMode, &mode) == 0 else { throw SystemError("KDGETMODE") }
    return mode
  }

  static let trial = Bundle.main.executableURL!.resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "panel-trial").path

  @Test(.enabled(if: hasSpare)) func textIsOffWhileItIsHeldAndBackAfterwards() throws {
    let path = try #require(Self.spare)
    let console = try PanelConsole(path: path)
    #expect(try Self.mode(path) == 1)
    #expect(console.take() == [])
    console.close()
    #expect(try Self.mode(path) == 0)
    // Once more, as after a restart.
    let again = try PanelConsole(path: path)
    #expect(try Self.mode(path) == 1)
    again.close()
    #expect(try Self.mode(path) == 0)
  }

  @Test(.enabled(if: hasSpare), arguments: ["abort", "fault"])
  func aCrashGivesTheTextBack(_ way: String) throws {
    let path = try #require(Self.spare)
    let trial = try #require(ChildProcess(Self.trial, ["console", path, way]))
    #expect(trial.readLine() == "taken")
    #expect(trial.wait() == (way == "abort" ? -SIGABRT : -SIGSEGV))
    #expect(try Self.mode(path) == 0)
  }

  @Test(.enabled(if: hasSpare)) func whatAKillLeavesBehindIsSetRightByTheNextRun() throws {
    let path = try #require(Self.spare)
    let trial = try #require(ChildProcess(Self.trial, ["console", path, "kill"]))
    #expect(trial.readLine() == "taken")
    trial.kill()
    #expect(try Self.mode(path) == 1)
    let next = try #require(ChildProcess(Self.trial, ["console", path, "wait"]))
    #expect(next.readLine() == "taken")
    #expect(try Self.mode(path) == 1)
    #expect(next.wait() == 0)
    #expect(try Self.mode(path) == 0)
  }

  /// It changes what the machine's screen shows, so it is only done on request.
  static let maySwitch = hasSpare && getenv("NIGHTSTAND_MAY_SWITCH_CONSOLE") != nil

  @Test(.enabled(if: maySwitch)) func anotherTerminalCanBeShownAndOursComesBack() throws {
    let spare = try #require(Self.spare)
    let other = Int32(spare.drop { !$0.isNumber }) ?? 0
    let own = Int32(try PanelConsole.shown())
    let trial = try #require(ChildProcess(Self.trial, ["switch"]))
    #expect(trial.readLine() == "taken")
    #expect(try Self.mode("/dev/tty\(own)") == 1)
    let master = try Descriptor.open("/dev/tty0", O_RDWR | O_NOCTTY | O_NONBLOCK)
    let (activate, waitActive): (UInt, UInt) = (0x5606, 0x5607)
    #expect(ioctl(master.number, activate, other) == 0)
    #expect(trial.readLine() == "left")
    #expect(ioctl(master.number, waitActive, other) == 0)
    #expect(try PanelConsole.shown() == Int(other))
    #expect(ioctl(master.number, activate, own) == 0)
    #expect(trial.readLine() == "returned")
    #expect(ioctl(master.number, waitActive, own) == 0)
    trial.signal(SIGTERM)
    #expect(trial.wait() == 0)
    #expect(try Self.mode("/dev/tty\(own)") == 0)
  }

  @Test(arguments: [("/dev/null", ENOTTY), ("/dev/tty-none", ENOENT)])
  func whatIsNoTerminalIsAnErrorAndNoMore(path: String, code: Int32) {
    #expect {
      _ = try PanelConsole(path: path)
    } throws: { error in
      (error as? SystemError)?.code == code
    }
  }
}
