#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum deckd_toml_kind {
  DECKD_TOML_TABLE,
  DECKD_TOML_ARRAY,
  DECKD_TOML_STRING,
  DECKD_TOML_INTEGER,
  DECKD_TOML_FLOAT,
  DECKD_TOML_BOOLEAN,
  /// A date, a time or both, as text in the form of RFC 3339.
  DECKD_TOML_MOMENT,
};

/// Bytes of UTF-8, which may contain U+0000.
struct deckd_toml_text {
  const char *bytes;
  size_t length;
};

/// A position in the text, in characters; both are counted from 1.
struct deckd_toml_place {
  uint32_t line;
  uint32_t column;
};

struct deckd_toml_node {
  enum deckd_toml_kind kind;
  /// The position of its key, of its header, or in an array of the value itself.
  struct deckd_toml_place place;
  /// Empty in an array.
  struct deckd_toml_text key;
  /// Of a string or a moment.
  struct deckd_toml_text text;
  /// Of an integer; 0 or 1 for a boolean.
  int64_t integer;
  double number;
  /// The index of the node after its last descendant.
  size_t end;
};

struct deckd_toml_document {
  /// The whole text's table, then its descendants, each before its own, members in the byte order of their keys; null
  /// for a text that is not TOML.
  const struct deckd_toml_node *nodes;
  /// The first error of such a text.
  struct deckd_toml_text error;
  struct deckd_toml_place error_place;
};

/// Parses a text by toml++; the document does not refer to it. It is released by `deckd_toml_free`.
///
/// The behavior of toml++ is undefined for characters outside strings and comments that are not ASCII, and it frees
/// the tables of a dotted key by recursion: the caller checks both.
struct deckd_toml_document *deckd_toml_parse(const uint8_t *bytes, size_t length);

void deckd_toml_free(struct deckd_toml_document *document);

#ifdef __cplusplus
}
#endif
