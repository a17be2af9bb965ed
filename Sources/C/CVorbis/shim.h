#ifndef NIGHTSTAND_CVORBIS_H
#define NIGHTSTAND_CVORBIS_H

#include <vorbis/codec.h>

/// What libvorbis needs for one stream. The parts point to each other, so it must not be moved.
typedef struct {
  vorbis_info info;
  vorbis_comment comment;
  vorbis_dsp_state synthesis;
  vorbis_block block;
} cvorbis;

#endif
