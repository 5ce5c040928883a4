// toml++ asserts what a wrong text violates, and proceeds to a proper error without the assertion. With NDEBUG it
// would assume it, which is undefined behavior.
#undef NDEBUG
#define TOML_ASSERT(expression) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 256

#include "CTOML.h"
#include <deque>
#include <sstream>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

namespace {

deckd_toml_text text_of(std::string_view text) { return {text.data(), text.size()}; }

deckd_toml_place place_of(const toml::source_region &region) { return {region.begin.line, region.begin.column}; }

struct Document : deckd_toml_document {
  toml::parse_result result;
  std::vector<deckd_toml_node> flat;
  /// Its elements never move.
  std::deque<std::string> moments;

  explicit Document(std::string_view text) : deckd_toml_document{}, result(toml::parse(text)) {
    if (result.failed()) {
      error = text_of(result.error().description());
      error_place = place_of(result.error().source());
    } else {
      append(result.table(), nullptr);
      nodes = flat.data();
    }
  }

  void append(const toml::node &value, const toml::key *key) {
    const size_t index = flat.size();
    const auto *table = value.as_table();
    // The header of a table may follow those of tables in it, which created its key.
    const bool has_header = table && !table->is_inline();
    flat.emplace_back();
    flat[index].place = place_of(key && !has_header ? key->source() : value.source());
    if (key) flat[index].key = text_of(key->str());
    value.visit([&](const auto &concrete) { fill(index, concrete); });
    flat[index].end = flat.size();
  }

  void fill(size_t index, const toml::table &table) {
    flat[index].kind = DECKD_TOML_TABLE;
    for (const auto &[key, value] : table) append(value, &key);
  }

  void fill(size_t index, const toml::array &array) {
    flat[index].kind = DECKD_TOML_ARRAY;
    for (const auto &value : array) append(value, nullptr);
  }

  void fill(size_t index, const toml::value<std::string> &value) {
    flat[index].kind = DECKD_TOML_STRING;
    flat[index].text = text_of(value.get());
  }

  void fill(size_t index, const toml::value<int64_t> &value) {
    flat[index].kind = DECKD_TOML_INTEGER;
    flat[index].integer = value.get();
  }

  void fill(size_t index, const toml::value<double> &value) {
    flat[index].kind = DECKD_TOML_FLOAT;
    flat[index].number = value.get();
  }

  void fill(size_t index, const toml::value<bool> &value) {
    flat[index].kind = DECKD_TOML_BOOLEAN;
    flat[index].integer = value.get();
  }

  template <typename Moment> void fill(size_t index, const toml::value<Moment> &value) {
    std::ostringstream stream;
    stream << value.get();
    flat[index].kind = DECKD_TOML_MOMENT;
    flat[index].text = text_of(moments.emplace_back(stream.str()));
  }
};

} // namespace

deckd_toml_document *deckd_toml_parse(const uint8_t *bytes, size_t length) {
  return new Document(std::string_view(reinterpret_cast<const char *>(bytes), length));
}

void deckd_toml_free(deckd_toml_document *document) { delete static_cast<Document *>(document); }
