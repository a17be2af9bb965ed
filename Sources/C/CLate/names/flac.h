// The number of the library is its version of the interface less the older ones that it has too.
#include <FLAC/export.h>
#if FLAC_API_VERSION_CURRENT - FLAC_API_VERSION_AGE == 12
#define CLATE_FLAC_FILE "libFLAC.so.12"
#elif FLAC_API_VERSION_CURRENT - FLAC_API_VERSION_AGE == 14
#define CLATE_FLAC_FILE "libFLAC.so.14"
#else
#error "this libFLAC is not known"
#endif
FUNCTION(FLAC__stream_decoder_delete)
FUNCTION(FLAC__stream_decoder_flush)
FUNCTION(FLAC__stream_decoder_get_state)
FUNCTION(FLAC__stream_decoder_init_stream)
FUNCTION(FLAC__stream_decoder_new)
FUNCTION(FLAC__stream_decoder_process_single)
