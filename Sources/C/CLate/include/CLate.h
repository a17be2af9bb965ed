// Libraries that are opened when they are first needed: a board without a panel has no use for Cairo, Pango
// and the thirty libraries behind them, and loaded at the start they would cost it memory and time.
//
// Each function that is used of such a library has an entry of its name in this program, which jumps to the
// library's own once `clate_open` has found it. So callers include the library's own header and call as if it
// were linked. Which functions those are stands in `names`.
#ifndef NIGHTSTAND_CLATE_H
#define NIGHTSTAND_CLATE_H

enum clate_library {
  /// Pango and Cairo.
  CLATE_DRAWING,
  CLATE_PNG,
  CLATE_JPEG,
  /// libinput and libudev.
  CLATE_INPUT,
  CLATE_GPIO,
  /// libebur128.
  CLATE_LOUDNESS,
  /// libfaad.
  CLATE_AAC,
  CLATE_FLAC,
  CLATE_OPUS,
  CLATE_VORBIS,
  CLATE_COUNT
};

/// Opens the library if it is not open yet; it stays open. Any thread may call it. To call one of the
/// library's functions before is a bug, and ends the program.
/// Returns NULL, or the dynamic linker's words, which stay valid.
const char *clate_open(enum clate_library library);

#endif
