// libcurl's setters and getters are variadic, which Swift cannot call: each is given a plain prototype here,
// by the type of its argument.
#ifndef NIGHTSTAND_CCURL_H
#define NIGHTSTAND_CCURL_H

#include <curl/curl.h>

typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

/// `buffer` must hold CURL_ERROR_SIZE bytes and outlive the handle.
static inline CURLcode ccurl_set_error_buffer(CURL *easy, char *buffer) {
  return curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, buffer);
}

static inline CURLcode ccurl_set_private(CURL *easy, void *context) {
  return curl_easy_setopt(easy, CURLOPT_PRIVATE, context);
}

static inline void ccurl_set_body_callback(CURL *easy, ccurl_data_callback callback, void *context) {
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline void ccurl_set_header_callback(CURL *easy, ccurl_data_callback callback, void *context) {
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

/// The TLS library and its version, "OpenSSL/3.0.19".
static inline const char *ccurl_tls_library(void) {
  const char *version = curl_version_info(CURLVERSION_NOW)->ssl_version;
  return version ? version : "";
}

/// `callback` is given the TLS library's own context before it is used. An error where there is no such.
static inline CURLcode ccurl_set_tls_callback(CURL *easy, curl_ssl_ctx_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, callback);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, context) : code;
}

/// 0 where the library knows nothing.
static inline long ccurl_get_number(CURL *easy, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

/// NULL where the library knows nothing; lives as long as the handle.
static inline const char *ccurl_get_text(CURL *easy, CURLINFO info) {
  char *value = NULL;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

static inline void *ccurl_get_private(CURL *easy) {
  void *value = NULL;
  return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

static inline void ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  curl_multi_setopt(multi, option, value);
}

static inline void ccurl_multi_set_callbacks(
    CURLM *multi, curl_socket_callback on_socket, curl_multi_timer_callback on_timer, void *context) {
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

/// The result that a CURLMSG_DONE carries (a union, which Swift reads less clearly).
static inline CURLcode ccurl_message_result(const CURLMsg *message) { return message->data.result; }

#endif
