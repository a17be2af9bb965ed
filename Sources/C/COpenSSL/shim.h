// What libcurl does not offer of the TLS library below it: by which time a certificate is judged.
#ifndef NIGHTSTAND_COPENSSL_H
#define NIGHTSTAND_COPENSSL_H

#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

/// Certificates of connections that `context` (an SSL_CTX) makes are judged as of `seconds` since 1970, not
/// by the system's clock. All other checks stay as they are.
static inline void copenssl_set_time(void *context, long long seconds) {
  X509_VERIFY_PARAM_set_time(SSL_CTX_get0_param((SSL_CTX *)context), (time_t)seconds);
}

#endif
