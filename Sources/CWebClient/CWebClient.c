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

static const unsigned char cards_js[] = {
#embed "../WebClient/cards.js"
};

static const unsigned char cards_css[] = {
#embed "../WebClient/cards.css"
};

static const unsigned char kiosk_js[] = {
#embed "../WebClient/kiosk.js"
};

static const unsigned char kiosk_css[] = {
#embed "../WebClient/kiosk.css"
};

static const unsigned char studio_html[] = {
#embed "../WebClient/studio.html"
};

static const unsigned char studio_js[] = {
#embed "../WebClient/studio.js"
};

static const unsigned char studio_css[] = {
#embed "../WebClient/studio.css"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const struct deckd_web_file files[] = {
  FILE_OF("index.html", index_html),
  FILE_OF("deckd.js", deckd_js),
  FILE_OF("cards.js", cards_js),
  FILE_OF("cards.css", cards_css),
  FILE_OF("kiosk.js", kiosk_js),
  FILE_OF("kiosk.css", kiosk_css),
  FILE_OF("studio.html", studio_html),
  FILE_OF("studio.js", studio_js),
  FILE_OF("studio.css", studio_css),
  {0},
};

const struct deckd_web_file *deckd_web_file_list(void) {
  return files;
}
