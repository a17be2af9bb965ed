// Uses the panel driver on real devices, for tests that look at what it leaves there.
//
//   panel-trial console TTY END            takes a virtual terminal and ends by abort, fault, wait or kill
//   panel-trial switch                     takes the terminal that is shown; says left, returned; ends on SIGTERM
//   panel-trial light PERCENT              sets the backlight
//   panel-trial show FB WIDTH HEIGHT BITS ORDER ROTATION SECONDS
//                                          (ORDER: rgb, or bgr where red is the lowest field)
//                                          shows a picture, reads the device and compares; then shows it again and
//                                          again, and says what happens to the panel

internal import Glibc
internal import Linux
internal import Panel

let words = CommandLine.arguments

/// At once, whatever the program ends by.
func say(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

func endAsAsked(_ way: String) {
  switch way {
  case "abort": abort()
  case "fault": UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = 1
  default: break
  }
}

func runConsole(_ tty: String, _ way: String) throws -> Int32 {
  let console = try PanelConsole(path: tty)
  defer { console.close() }
  say("taken")
  endAsAsked(way)
  while way == "kill" { pause() }
  // Until its input ends.
  var byte: UInt8 = 0
  while read(0, &byte, 1) > 0 {}
  return 0
}

func runSwitch() throws -> Int32 {
  let loop = try EventLoop()
  let signals = try Signals()
  let console = try PanelConsole(path: nil)
  defer { console.close() }
  var isOver = false
  try loop.watch(signals.number, for: .readable) { _ in isOver = isOver || signals.take().contains(.terminate)
  }
  try loop.watch(console.number, for: .readable) { _ in
    for change in console.take() { say(change == .left ? "left" : "returned") }
  }
  say("taken")
  while !isOver { try loop.turn() }
  return 0
}

func runShow(_ path: String, _ numbers: [Int], isRedLowest: Bool) throws -> Int32 {
  let (width, height, bits, turn, seconds) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
  let loop = try EventLoop()
  var configuration = Panel.Configuration(device: .path(path))
  configuration.rotation = PanelRotation(rawValue: turn) ?? .none
  let panel = Panel.open(configuration)
  defer { panel.close() }
  var isWanted = false
  var code: Int32 = 0
  let timer = loop.timer { panel.attempt(at: MonotonicClock.now()) }
  func tell() {
    for event in panel.takeEvents() {
      say("\(event)")
      if case .gone = event { continue }
      isWanted = true
    }
    timer.set(panel.nextAttempt)
  }
  try loop.watch(panel.number, for: .readable) { _ in panel.take() }
  let end = MonotonicClock.now() + .seconds(seconds)
  tell()
  var isCompared = false
  while MonotonicClock.now() < end {
    if let size = panel.size {
      let picture = Canvas(width: size.width, height: size.height)
      let outcome = picture.use { panel.show($0, damage: picture.damage(isWhole: isWanted)) }
      if isWanted { say("\(outcome)") }
      isWanted = false
      if !isCompared, outcome == .shown {
        isCompared = true
        let layout = try layout(width: width, height: height, bits: bits, isRedLowest: isRedLowest)
        let count = try differences(path, layout, picture, configuration.rotation)
        say("differences \(count)")
        code = count == 0 ? 0 : 1
      }
    }
    tell()
    try loop.turn(patience: .milliseconds(50))
  }
  return code
}

func layout(width: Int, height: Int, bits: Int, isRedLowest: Bool) throws -> FrameLayout {
  var description = FrameDescription(width: width, height: height, bitsPerPixel: bits)
  if isRedLowest {
    let (red, green) = bits == 16 ? (5, 6) : (8, 8)
    description.red = FrameDescription.Field(0, red)
    description.green = FrameDescription.Field(red, green)
    description.blue = FrameDescription.Field(red + green, red)
  }
  // As the kernel's virtual frame buffer describes itself.
  if bits == 32 { description.transparent = FrameDescription.Field(24, 8) }
  if bits == 8 { description.visual = .pseudoColor }
  if bits == 1 { description.visual = .mono01 }
  return try FrameLayout(description)
}

/// How many bytes of the device are not as a picture drawn into plain memory.
func differences(_ path: String, _ layout: FrameLayout, _ picture: Canvas, _ rotation: PanelRotation) throws
  -> Int
{
  var wanted = [UInt8](repeating: 0, count: layout.end)
  wanted.withUnsafeMutableBytes { memory in
    picture.use { source in
      let blit = Blit(layout, rotation: rotation)
      for rect in picture.damage(isWhole: true) { blit.draw(source, rect, into: memory) }
    }
  }
  let device = try Descriptor.open(path, O_RDONLY)
  var found = [UInt8](repeating: 0, count: wanted.count)
  var done = 0
  while done < found.count {
    let count = found.withUnsafeMutableBytes { read(device.number, $0.baseAddress! + done, $0.count - done) }
    guard count > 0 else { break }
    done += count
  }
  return zip(wanted, found).count { $0 != $1 }
}

do {
  switch words.count > 1 ? words[1] : "" {
  case "console" where words.count == 4: exit(try runConsole(words[2], words[3]))
  case "switch" where words.count == 2: exit(try runSwitch())
  case "light" where words.count == 3:
    let light = Backlight(name: nil)
    say("\(light.map { "\($0.set(percent: Int(words[2]) ?? 0))" } ?? "none")")
  case "show" where words.count == 9:
    exit(try runShow(words[2], words[3...].compactMap { Int($0) }, isRedLowest: words[6] == "bgr"))
  default: exit(64)
  }
} catch {
  say("\(error)")
  exit(1)
}
