// The files of Sources/WebClient, embedded by the preprocessor: SwiftPM's `.embedInCode` makes a Swift array literal of
// each, which the compiler checks for 19 s per 100 kB; this takes 0.1 s, and a changed file is compiled again, too.
#include "CWebClient.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "../WebClient/index.html"
};

static const unsigned char deckd_js[] = {
#embed "../WebClient/deckd.js"
};

static const unsigned char page_js[] = {
#embed "../WebClient/page.js"
};

static const unsigned char page_css[] = {
#embed "../WebClient/page.css"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const struct deckd_web_file files[] = {
  FILE_OF("index.html", index_html),
  FILE_OF("deckd.js", deckd_js),
  FILE_OF("page.js", page_js),
  FILE_OF("page.css", page_css),
  {0},
};

const struct deckd_web_file *deckd_web_file_list(void) {
  return files;
}
