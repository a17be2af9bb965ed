// libcrypto's types are opaque and its names stable: what the radio calls needs no help but one include.
#ifndef NIGHTSTAND_CCRYPTO_H
#define NIGHTSTAND_CCRYPTO_H

#include <openssl/err.h>
#include <openssl/evp.h>

#endif
