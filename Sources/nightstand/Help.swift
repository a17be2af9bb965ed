internal import Core

/// The texts of `--help`. The manual page says more.
extension HelpTopic {
  var text: String {
    switch self {
    case .all:
      """
      Nightstand, a bedside internet radio.

      nightstand run [--board DIR] [--stations FILE] [--state DIR] [--seconds N]
          Runs the radio. `nightstand run --actions` lists what it can be told.
      nightstand play URL [--seconds N] [--wav FILE] [--json]
          Plays one station.
      nightstand check FILE|FOLDER
          Checks a station list and the other files of the radio.
      nightstand list [--stations FILE] [--json]
          Shows categories and stations as the radio understands them.
      nightstand show SCREEN --png FILE
          Draws a screen as a panel would show it.
      nightstand board DIR [--test | --boot-config | --learn]
          Says what a board is, and tries its keys, its knob, its panel and its sound.
      nightstand COMMAND --help
          Says more about a command.
      nightstand --version
          Prints the version.

      """
    case .run:
      """
      nightstand run [--board DIR] [--stations FILE] [--state DIR] [--seconds N] [--frames DIR]
      nightstand run --actions

      Runs the radio: with the keys, the knob and the panel of the board; on a terminal with its keys,
      elsewhere with one action a line on standard input and one JSON line on standard output for each
      change.

        --board DIR      what hardware there is: a folder with a board.plist
        --stations FILE  the station list
        --state DIR      where recents, favorites and settings are kept
        --seconds N      ends after N seconds
        --frames DIR     writes each changed frame of the panel, or of one of 320x240, into DIR as PNG
        --actions        lists the actions and ends

      """
    case .play:
      """
      nightstand play URL [--seconds N] [--wav FILE] [--json]

      Plays one station through the same path as the radio. The exit status is 0 only if audio came.

        --seconds N  ends after N seconds
        --wav FILE   writes the decoded samples to FILE instead of playing them
        --json       prints one JSON line for each change

      """
    case .check:
      """
      nightstand check FILE|FOLDER

      Checks a station list, recents, favorites, settings, state or a board, or all these in a folder. Each
      finding is a line FILE:LINE:COLUMN: error|warning: …; the last line is a summary. An error means that
      something is lost, a warning that it was repaired or is merely odd. The exit status is 1 if there is
      any error.

      """
    case .list:
      """
      nightstand list [--stations FILE] [--json]

      Shows categories and stations in order, as the radio understands them. What is wrong with the list goes
      to standard error. The exit status is 1 if there is no station.

        --stations FILE  the station list; else the one in the state folder, else the one that was installed
        --json           as JSON in one line

      """
    case .show:
      """
      nightstand show SCREEN --png FILE [--size WxH] [--ppi N] [--depth 1|16|24] [--night]
                      [--stations FILE] [--state DIR] [--logos DIR] [--language CODE]
                      [--demo NAME] [--station N] [--do "ACTION; ACTION"]

      Draws a screen without any hardware, as a panel would show it, into a PNG file. It shows the stations
      and the saved state of this radio, and changes neither.

      Screens: \(ShowCommand.screens.prefix(8).joined(separator: ", ")),
               \(ShowCommand.screens.dropFirst(8).joined(separator: ", "))

        --png FILE       the picture
        --size WxH       the panel in pixels (320x240)
        --ppi N          pixels an inch, where the size of the panel is known
        --depth N        bits a pixel: 1 (black and white), 16, 24
        --night          the colors of the night
        --stations FILE  the station list; else the one in the state folder, else the one that was installed
        --state DIR      where recents, favorites and settings are kept
        --logos DIR      the pictures of stations
        --language CODE  the language of the words, as in "de"
        --station N      what plays: the station with this number, counted through the whole list; without
                         --demo it connects
        --demo NAME      what the stream does:
                         \(Demo.allCases.map(\.rawValue).joined(separator: ", "))
        --do ACTIONS     performed on the screen, as in `nightstand run --actions`; parted by ";"

      """
    case .board:
      """
      nightstand board DIR [--test [--seconds N] | --boot-config | --learn]

      Says what the board in DIR has (its lines, its panel, its sound device), and what of it this machine
      lacks. What is wrong with its file, and
      pins that two things want, go to standard error; then the exit status is 1.

        --test         a line for each contact that closes or opens, and for what that comes to, until Ctrl-C;
                       a test picture on the panel with the latest input, and a tone at the left, then right
        --boot-config  the lines that its Raspberry Pi needs in config.txt
        --learn        asks for ten clicks of the knob to the right and prints its lines for board.plist
        --seconds N    ends --test and --learn after N seconds

      """
    }
  }
}

/// `nightstand run --actions`.
enum ActionHelp {
  static var text: String {
    let width = (Action.names.map(\.form.count).max() ?? 0) + 2
    let lines = Action.names.map { name in
      name.form + String(repeating: " ", count: width - name.form.count) + name.meaning + "\n"
    }
    return lines.joined()
  }
}
