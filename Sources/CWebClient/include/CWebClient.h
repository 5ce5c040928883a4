#ifndef CWEBCLIENT_H
#define CWEBCLIENT_H

#include <stddef.h>

/// A file of Sources/WebClient.
struct deckd_web_file {
  const char *name;
  const void *bytes;
  size_t length;
};

/// The built-in files; after the last comes one without a name.
const struct deckd_web_file *deckd_web_file_list(void);

#endif
