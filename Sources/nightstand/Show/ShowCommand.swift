internal import Core
internal import Linux
internal import Painting
internal import Runtime

/// `nightstand show`: a screen as a panel would show it, in a file.
struct ShowCommand {
  let options: ShowOptions

  /// The picture of the first frame is no screen of Core: nothing is loaded yet.
  static let start = "start"
  static let screens = Screen.allCases.map(\.rawValue) + [start]

  init(_ options: ShowOptions) { self.options = options }

  /// The exit status.
  func perform() -> Int32 {
    if let words = DrawingLibraries.failure() {
      Output.complain("nightstand: nothing can be drawn: \(words)")
      return 1
    }
    let shape = PanelShape(
      width: options.width, height: options.height, pixelsPerInch: options.pixelsPerInch,
      isOneBit: options.depth == 1)
    let painter = Painter(shape, format: options.depth == 16 ? .rgb565 : .xrgb32)
    painter.isNight = options.isNight
    if let missing = missingFolder {
      Output.complain("nightstand: \(missing): no such folder")
      return ExitStatus.usage
    }
    if options.screen == ShowCommand.start {
      _ = painter.paintStart(StartPicture.read(for: shape, stateFolder: options.state ?? Folders.state))
    } else {
      let book = PhraseBook(folder: Folders.path(Folders.share, "languages"))
      book.troubles.forEach { Output.complain("nightstand: \($0)") }
      book.tell = { Output.complain("nightstand: \($0)") }
      let state: State
      do throws(UsageError) {
        if let words = options.language.flatMap(book.complaint) { throw UsageError(words) }
        state = try self.state(painter.panel.layout, book)
      } catch {
        Output.complain("nightstand: \(error)")
        return ExitStatus.usage
      }
      let language =
        state.languages.first { $0.code.lowercased() == options.language?.lowercased() } ?? state.language
      let scene = painter.scene(of: state, phrases: book.phrases(in: language))
      let folder = options.state ?? Folders.state
      let shelf =
        options.logos.map { LogoShelf([$0], icons: LogoShelf.ownFolders(folder)) }
        ?? LogoShelf(besides: options.stations, stateFolder: folder)
      for request in painter.paint(scene, at: .start).wanted {
        painter.supply(shelf.picture(for: request), for: request)
      }
      _ = painter.paint(scene, at: .start)
    }
    return write(painter.canvas)
  }

  /// A folder that was asked for and is none.
  private var missingFolder: String? {
    [options.state, options.logos].compactMap(\.self).first { !FolderListing.isFolder($0) }
  }

  private func state(_ layout: Layout, _ book: PhraseBook) throws(UsageError) -> State {
    let folder = options.state ?? Folders.state
    let house = HouseFile.read(stateFolder: folder)
    let source = StationSource(
      asked: options.stations, stateFolder: folder, name: house.settings.stationsFile)
    if options.stations != nil, source.path == nil {
      throw UsageError(source.words.first ?? "there is no station list")
    }
    let language = house.settings.language.flatMap(book.complaint).map { "settings.plist: \($0)" }
    let kept = Kept(folder: folder, names: StoreNames(house.settings))
    for words in source.words + house.notes + [language].compactMap(\.self) + kept.notes {
      Output.complain("nightstand: \(words)")
    }
    let count = source.catalogue.stationCount
    if let number = options.station, number > count {
      throw UsageError("there is no station \(number); the list has \(count)")
    }
    var state = State(
      catalogue: source.catalogue, saved: kept.state, recents: kept.recents, favorites: kept.favorites,
      settings: house.settings, languages: book.languages, version: Version.text)
    var effects: [Effect] = []
    state.handle(.laidOut(layout), at: .start, &effects)
    // A station that is asked for is chosen, as by a hand: then it connects.
    let demo = options.demo ?? (options.station == nil ? nil : .connecting)
    demo?.apply(to: &state, station: options.station)
    if demo != nil, state.playback.session == nil { throw UsageError("there is no station to be shown") }
    for action in opening(state) + options.actions { state.handle(.action(action), at: state.now, &effects) }
    return state
  }

  /// The actions by which a hand would get to the screen.
  private func opening(_ state: State) -> [Action] {
    switch Screen(rawValue: options.screen) {
    case .options: [.player, .options]
    case .help: [.player, .help]
    case .confirm:
      // The first thing in Settings that asks before it is done.
      [.open(.settings), .turn(state.settingsChoices.firstIndex { isQuestion($0) } ?? 0), .push]
    case .stations:
      // The list of what plays, or of the first category.
      state.playback.station == nil ? [.open(.categories), .push] : [.open(.stations)]
    case .some(let screen): [.open(screen)]
    case .none: []
    }
  }

  private func isQuestion(_ choice: Choice) -> Bool {
    if case .ask = choice { true } else { false }
  }

  private func write(_ canvas: Canvas) -> Int32 {
    let rgb = canvas.rgb
    let isGray = options.depth == 1
    let samples = isGray ? stride(from: 0, to: rgb.count, by: 3).map { rgb[$0] } : rgb
    guard
      let file = PNGFile.encode(width: canvas.width, height: canvas.height, isGray: isGray, samples: samples)
    else {
      Output.complain("nightstand: no memory for the picture")
      return 1
    }
    do throws(SystemError) {
      // A device or a pipe is written to; a file in its place would be no answer.
      if SpecialFile.isThere(options.png) {
        try SpecialFile.write(file, to: options.png)
      } else {
        try AtomicFile(path: options.png, keepsPrevious: false).write(file)
      }
      return 0
    } catch {
      Output.complain("nightstand: \(options.png): \(error)")
      return 1
    }
  }
}
