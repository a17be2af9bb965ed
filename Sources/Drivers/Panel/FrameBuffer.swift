internal import CPanel
internal import Glibc
internal import Linux

/// An open /dev/fbN, or a plain file in its place. It prevents: writes outside the device's memory, a picture
/// in a format that the device had before somebody changed it, and SIGBUS when it vanishes.
final class FrameBuffer {
  /// The N of /dev/fbN; nil: a plain file.
  let number: Int?
  let blit: Blit

  private let path: String
  private let descriptor: Descriptor
  private let description: FrameDescription
  private let store: FrameStore

  /// - Parameter file: the panel to be played by a plain file, which is made; nil: a device.
  init(
    path: String, file: FrameDescription?, rotation: PanelRotation, isLeastLeft: Bool?
  ) throws(PanelError) {
    self.path = path
    do {
      descriptor = try Descriptor.open(path, O_RDWR | (file == nil ? 0 : O_CREAT))
    } catch { throw .system(error) }
    let said: FrameDescription
    var pageOffset = 0
    if let file {
      said = file
      number = nil
    } else {
      do { (said, pageOffset) = try FrameBuffer.describe(descriptor.number) } catch { throw .system(error) }
      let minor = cpanel_frame_number(descriptor.number)
      number = minor < 0 ? nil : Int(minor)
    }
    description = said
    let layout: FrameLayout
    do { layout = try FrameLayout(said, isLeastLeft: isLeastLeft) } catch { throw .unusable(error) }
    let device = descriptor.number
    blit = Blit(
      layout, rotation: rotation,
      palette: file == nil ? Palette.prepared(device: device, said, layout.coding) : nil)
    do throws(SystemError) {
      if file != nil, ftruncate(device, said.memoryLength) != 0 { throw SystemError("ftruncate") }
      store = try FrameStore(layout, device: device, pageOffset: pageOffset, isMappable: file == nil)
    } catch { throw .system(error) }
    // Not every driver can (EINVAL): such a panel is never dark.
    if file == nil { _ = cpanel_unblank(device) }
  }

  /// False: it has another geometry or format now (fbset, a program that died in another mode), or somebody
  /// removed or cut the plain file.
  func isAsBefore() throws(SystemError) -> Bool {
    guard number != nil else { return isFileAsBefore }
    return try FrameBuffer.describe(descriptor.number).description == description
  }

  /// What was written to a file that has no name any more nobody reads.
  private var isFileAsBefore: Bool {
    var own = stat()
    var named = stat()
    guard fstat(descriptor.number, &own) == 0, stat(path, &named) == 0 else { return false }
    return own.st_dev == named.st_dev && own.st_ino == named.st_ino && own.st_size >= description.memoryLength
  }

  func unblank() { if number != nil { _ = cpanel_unblank(descriptor.number) } }

  func show(_ picture: PanelPicture, _ damage: [PanelRect]) throws(SystemError) {
    for rect in damage {
      let drawn = blit.draw(picture, rect, into: store.bytes, origin: blit.layout.start)
      if let drawn { try store.send(lines: drawn.lines, columns: drawn.columns, to: descriptor.number) }
    }
  }

  /// The frame buffer that virtual terminal `console` is drawn on; nil: none, or nobody knows.
  func number(ofConsole console: Int) -> Int? {
    let number = cpanel_frame_of_console(descriptor.number, Int32(console))
    return number < 0 ? nil : Int(number)
  }

  private static func describe(_ device: Int32) throws(SystemError)
    -> (description: FrameDescription, pageOffset: Int)
  {
    var frame = cpanel_frame()
    let code = cpanel_frame_read(device, &frame)
    guard code == 0 else { throw SystemError("FBIOGET_VSCREENINFO", code: code) }
    var said = FrameDescription(
      width: Int(frame.width), height: Int(frame.height), bitsPerPixel: Int(frame.bits_per_pixel),
      lineLength: Int(frame.line_length), memoryLength: Int(frame.memory_length))
    said.virtualWidth = Int(frame.virtual_width)
    said.virtualHeight = Int(frame.virtual_height)
    said.xOffset = Int(frame.x_offset)
    said.yOffset = Int(frame.y_offset)
    let field = { (field: cpanel_field) in FrameDescription.Field(Int(field.offset), Int(field.length)) }
    said.red = field(frame.red)
    said.green = field(frame.green)
    said.blue = field(frame.blue)
    said.transparent = field(frame.transparent)
    said.isGray = frame.grayscale == 1
    said.isReversedInByte = frame.nonstandard == 2
    said.visual = frame.grayscale > 1 ? .fourCC : FrameDescription.Visual(rawValue: Int(frame.visual))
    said.isPacked = frame.type == 0
    return (said, Int(frame.page_offset))
  }
}
