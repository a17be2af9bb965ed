#ifndef NIGHTSTAND_CFAAD_H
#define NIGHTSTAND_CFAAD_H

#include <neaacdec.h>
#include <stddef.h>

/// A decoder whose samples are floats at the rate that the stream really has. Left alone libfaad doubles
/// every rate up to 24 kHz, in case SBR is to come. NULL: out of memory.
static inline NeAACDecHandle cfaad_open(void) {
  NeAACDecHandle handle = NeAACDecOpen();
  if (!handle) return NULL;
  NeAACDecConfigurationPtr configuration = NeAACDecGetCurrentConfiguration(handle);
  configuration->outputFormat = FAAD_FMT_FLOAT;
  configuration->dontUpSampleImplicitSBR = 1;
  if (NeAACDecSetConfiguration(handle, configuration)) return handle;
  NeAACDecClose(handle);
  return NULL;
}

#endif
