import Glibc
import Linux
import Panel
import Testing

/// The driver with a plain file in the place of a panel.
@Suite struct PanelFileTests {
  /// A name that is gone with the test.
  final class Place {
    let path: String

    init() {
      var name = Array("/tmp/panel-XXXXXX".utf8CString)
      let number = mkstemp(&name)
      precondition(number >= 0)
      close(number)
      path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit { unlink(path) }

    func bytes() throws -> [UInt8] { try BoundedRead.file(path, sizeMax: 1 << 24) }
  }

  @Test func aFileHasThePicture() throws {
    let place = Place()
    let description = FrameDescription.frame(240, 320, 16, line: 512, virtual: (240, 640), at: (0, 320))
    var configuration = Panel.Configuration(device: .file(place.path, description))
    configuration.rotation = .right
    let panel = Panel.open(configuration)
    #expect(panel.takeEvents() == [.appeared(width: 320, height: 240)])
    #expect(panel.size?.width == 320)
    #expect(panel.nextAttempt == nil)

    let picture = TestPicture(width: 320, height: 240, format: .xrgb8888)
    let half = PanelRect(x: 0, y: 0, width: 160, height: 240)
    let outcome = picture.use { panel.show($0, damage: [half]) }
    #expect(outcome == .shown)
    var memory = GuardedMemory(count: description.memoryLength)
    memory.draw(picture, [half], by: Blit(try FrameLayout(description), rotation: .right))
    // Where nothing was drawn a new file is empty.
    let wanted = memory.bytes
    let found = try place.bytes()
    #expect(found.count == wanted.count)
    let differences = zip(found, wanted).count { $0 != $1 && $1 != GuardedMemory.untouched }
    #expect(differences == 0)
    #expect(found.contains { $0 != 0 })
    #expect(found[..<(320 * 512)].allSatisfy { $0 == 0 })
    panel.close()
    #expect(picture.use { panel.show($0, damage: [half]) } == .absent)
  }

  @Test(arguments: ["cut", "removed", "replaced"])
  func aFileThatSomebodyTookAwayIsMadeAgain(how: String) throws {
    let place = Place()
    let panel = Panel.open(
      Panel.Configuration(
        device: .file(place.path, FrameDescription(width: 16, height: 16, bitsPerPixel: 16))))
    let picture = TestPicture(width: 16, height: 16, format: .xrgb8888)
    #expect(picture.use { panel.show($0, damage: [picture.whole]) } == .shown)
    let before = try place.bytes()
    _ = panel.takeEvents()
    switch how {
    case "cut": #expect(truncate(place.path, 100) == 0)
    case "removed": #expect(unlink(place.path) == 0)
    default:
      #expect(unlink(place.path) == 0)
      _ = try Descriptor.open(place.path, O_RDWR | O_CREAT)
    }
    #expect(picture.use { panel.show($0, damage: [picture.whole]) } == .absent)
    #expect(panel.takeEvents() == [.appeared(width: 16, height: 16)])
    #expect(picture.use { panel.show($0, damage: [picture.whole]) } == .shown)
    #expect(try place.bytes() == before)
    #expect(before.count == 512)
  }

  @Test func aPanelThatIsNotThereIsLookedForWithGrowingPauses() throws {
    let panel = Panel.open(Panel.Configuration(device: .path("/dev/no-such-frame-buffer")))
    #expect(panel.takeEvents() == [.gone(.system(SystemError("open", code: ENOENT)))])
    #expect(panel.size == nil)
    var pauses: [Duration] = []
    var now = try #require(panel.nextAttempt)
    for _ in 0..<10 {
      panel.attempt(at: now)
      let next = try #require(panel.nextAttempt)
      pauses.append(next - now)
      now = next
    }
    #expect(pauses.prefix(4) == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
    #expect(pauses.last == .seconds(30))
    // The same reason is not told again.
    #expect(panel.takeEvents() == [])
    let picture = TestPicture(width: 4, height: 4, format: .rgb565)
    #expect(picture.use { panel.show($0, damage: [picture.whole]) } == .absent)
    #expect(panel.setBacklight(percent: 50) == .absent)
    panel.close()
    #expect(panel.nextAttempt == nil)
  }

  @Test func whatIsNoPanelIsRefused() {
    let panel = Panel.open(Panel.Configuration(device: .path("/dev/null")))
    #expect(panel.takeEvents() == [.gone(.system(SystemError("FBIOGET_VSCREENINFO", code: ENOTTY)))])
  }

  @Test func aNameThatNoPanelHas() {
    var configuration = Panel.Configuration(device: .name("fb_nobody"))
    configuration.system = "/nowhere"
    let panel = Panel.open(configuration)
    #expect(panel.takeEvents() == [.gone(.noSuchName("fb_nobody"))])
  }

  @Test func aFullDiskIsAPanelThatIsGone() throws {
    let description = FrameDescription(width: 16, height: 16, bitsPerPixel: 16)
    let panel = Panel.open(Panel.Configuration(device: .file("/dev/full", description)))
    // Not a regular file: it has no length to be set.
    #expect(panel.takeEvents() == [.gone(.system(SystemError("ftruncate", code: EINVAL)))])
    #expect(panel.nextAttempt != nil)
  }
}
