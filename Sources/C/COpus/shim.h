#ifndef NIGHTSTAND_COPUS_H
#define NIGHTSTAND_COPUS_H

#include <opus_multistream.h>

/// The gain that the stream asks for, in 1/256 dB. Swift sees neither macros nor variadic functions.
static inline int copus_set_gain(OpusMSDecoder *decoder, int gain) {
  return opus_multistream_decoder_ctl(decoder, OPUS_SET_GAIN(gain));
}

#endif
