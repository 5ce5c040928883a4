// A deck in a window: SDL2 draws what the C client says, and the mouse and fingers touch it.
//
// usage: sdl [--socket PATH] [--deck ID] [--font FILE]
//
// Backspace undoes, R resets, the arrow keys decide, Escape ends.

#include <SDL2/SDL.h>
#include <SDL2/SDL_ttf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../Sources/CDeckClient/deckd.h"

enum { DETAIL = 2, MARGIN = 40, RADIUS = 24, FINGERS = 10, KEPT_FACES = 16 };

// A card as a texture with its shadow, drawn once, and the size that it was drawn for. Some that are not to be seen
// are kept: a card that comes back soon is not drawn again, and a long deck takes no more memory than a short one.
struct face {
  char *id;
  SDL_Texture *texture;
  double w, h;
  size_t frame; // the last one that it was in
};

struct stage {
  struct deckd *deckd;
  const char *deck;
  SDL_Renderer *renderer;
  TTF_Font *title, *small, *stamp;
  struct face *faces;
  size_t count;
  size_t frame;                  // how many were drawn
  double x, y;                   // where the deck's area begins on its surface
  double w, h;                   // the surface
  SDL_FingerID fingers[FINGERS]; // by the ids that the daemon knows them by
  bool down[FINGERS];
  bool is_stale; // something changed that no motion tells of
  double period; // from one picture to the next, µs
};

static void release_face(struct face *face) {
  SDL_DestroyTexture(face->texture);
  free(face->id);
}

// What the daemon says

static void on_event(void *user, const struct deckd_event *event) {
  struct stage *stage = user;
  stage->is_stale = true;
  const char *type = deckd_event_type(event);
  bool changes_cards = !strcmp(type, "deck.loaded") || !strcmp(type, "card.updated") || !strcmp(type, "resync");
  if (!changes_cards) return;
  while (stage->count) release_face(&stage->faces[--stage->count]);
}

static void on_error(void *user, const char *message) {
  (void)user;
  fprintf(stderr, "sdl: %s\n", message);
}

static void on_answer(void *user, const struct deckd_json *result, const struct deckd_error *error) {
  (void)result;
  if (error) fprintf(stderr, "sdl: %s: %s\n", (const char *)user, deckd_error_message(error));
}

// What the daemon is told

static void command(struct stage *stage, char *method, const char *parameters) {
  char deck[300], params[400];
  deckd_quote(stage->deck, deck, sizeof deck);
  snprintf(params, sizeof params, "{\"deck\":%s%s}", deck, parameters);
  if (!deckd_request(stage->deckd, method, params, on_answer, method))
    fprintf(stderr, "sdl: %s: not connected\n", method);
}

static void touch(struct stage *stage, size_t finger, const char *phase, double x, double y) {
  const struct deckd_deck *deck = deckd_deck(stage->deckd, stage->deck);
  if (!deck) return;
  char surface[300], params[500];
  deckd_quote(deckd_text(deckd_get(deckd_deck_surface(deck), "name"), "main"), surface, sizeof surface);
  snprintf(params, sizeof params, "{\"surface\":%s,\"contacts\":[{\"id\":%zu,\"phase\":\"%s\",\"x\":%.2f,\"y\":%.2f}]}",
           surface, finger, phase, x, y);
  deckd_request(stage->deckd, "input.inject", params, on_answer, "input.inject");
}

// Fingers are told apart by what SDL calls them; the daemon wants small numbers.
static void handle_finger(struct stage *stage, const SDL_TouchFingerEvent *event) {
  size_t finger = 0;
  bool begins = event->type == SDL_FINGERDOWN;
  while (finger < FINGERS &&
         (begins ? stage->down[finger] : !stage->down[finger] || stage->fingers[finger] != event->fingerId))
    finger++;
  if (finger == FINGERS) return;
  stage->fingers[finger] = event->fingerId;
  stage->down[finger] = event->type != SDL_FINGERUP;
  const char *phase = begins ? "down" : event->type == SDL_FINGERUP ? "up" : "moved";
  touch(stage, finger, phase, event->x * stage->w, event->y * stage->h);
}

static void handle_mouse(struct stage *stage, const SDL_Event *event) {
  enum { MOUSE = FINGERS };
  static bool is_down;
  if (event->motion.which == SDL_TOUCH_MOUSEID) return;
  if (event->type == SDL_MOUSEMOTION) {
    if (is_down) touch(stage, MOUSE, "moved", event->motion.x, event->motion.y);
  } else if (event->button.button == SDL_BUTTON_LEFT) {
    is_down = event->type == SDL_MOUSEBUTTONDOWN;
    touch(stage, MOUSE, is_down ? "down" : "up", event->button.x, event->button.y);
  }
}

// False where the program is to end.
static bool handle(struct stage *stage, const SDL_Event *event) {
  switch (event->type) {
  case SDL_QUIT:
    return false;
  case SDL_WINDOWEVENT:
    stage->is_stale = true;
    return true;
  case SDL_FINGERDOWN:
  case SDL_FINGERMOTION:
  case SDL_FINGERUP:
    handle_finger(stage, &event->tfinger);
    return true;
  case SDL_MOUSEBUTTONDOWN:
  case SDL_MOUSEBUTTONUP:
  case SDL_MOUSEMOTION:
    handle_mouse(stage, event);
    return true;
  case SDL_KEYDOWN:
    switch (event->key.keysym.sym) {
    case SDLK_ESCAPE:
      return false;
    case SDLK_BACKSPACE:
      command(stage, "deck.undo", "");
      break;
    case SDLK_r:
      command(stage, "deck.reset", "");
      break;
    case SDLK_LEFT:
      command(stage, "deck.swipe", ",\"direction\":\"left\"");
      break;
    case SDLK_RIGHT:
      command(stage, "deck.swipe", ",\"direction\":\"right\"");
      break;
    case SDLK_UP:
      command(stage, "deck.swipe", ",\"direction\":\"up\"");
      break;
    case SDLK_DOWN:
      command(stage, "deck.swipe", ",\"direction\":\"down\"");
      break;
    }
  }
  return true;
}

// Faces

// The distance of a point from a rounded rectangle around 0, negative inside.
static double distance(double x, double y, double w, double h) {
  double dx = fabs(x) - w / 2 + RADIUS, dy = fabs(y) - h / 2 + RADIUS;
  return hypot(fmax(dx, 0), fmax(dy, 0)) + fmin(fmax(dx, dy), 0) - RADIUS;
}

static double clamp(double value) { return fmax(0, fmin(1, value)); }

// A color of the wheel, for cards that bring none.
static void color_of(const char *id, double *red, double *green, double *blue) {
  unsigned hash = 2166136261u;
  for (; *id; id++) hash = (hash ^ (unsigned char)*id) * 16777619u;
  double hue = hash % 360 * acos(-1) / 180;
  *red = 0.5 + 0.32 * cos(hue);
  *green = 0.5 + 0.32 * cos(hue - 2.1);
  *blue = 0.5 + 0.32 * cos(hue + 2.1);
}

static void write_text(SDL_Surface *onto, TTF_Font *font, const char *text, int x, int y, Uint8 alpha, int width) {
  SDL_Surface *written =
      *text ? TTF_RenderUTF8_Blended_Wrapped(font, text, (SDL_Color){255, 255, 255, alpha}, (Uint32)width) : NULL;
  if (!written) return;
  SDL_BlitSurface(written, NULL, onto, &(SDL_Rect){x, y - written->h, written->w, written->h});
  SDL_FreeSurface(written);
}

static SDL_Surface *paint(struct stage *stage, const struct deckd_card *card, const char *id, double w, double h) {
  int width = (int)((w + 2 * MARGIN) * DETAIL), height = (int)((h + 2 * MARGIN) * DETAIL);
  SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_RGBA32);
  if (!surface) return NULL;
  double red, green, blue;
  color_of(id, &red, &green, &blue);
  for (int row = 0; row < height; row++) {
    Uint8 *pixel = (Uint8 *)surface->pixels + row * surface->pitch;
    double y = (row + 0.5) / DETAIL - MARGIN - h / 2;
    for (int column = 0; column < width; column++, pixel += 4) {
      double x = (column + 0.5) / DETAIL - MARGIN - w / 2;
      double inside = clamp(0.5 - distance(x, y, w, h) * DETAIL);
      double near = clamp(1 - (distance(x, y - 8, w, h) + 10) / 36), shadow = 0.3 * near * near;
      double alpha = inside + (1 - inside) * shadow;
      // Light from above, and darker at the foot, where the text is.
      double light = alpha > 0 ? inside / alpha * (1.12 - 0.5 * (y + h / 2) / h) : 0;
      pixel[0] = (Uint8)(255 * clamp(red * light));
      pixel[1] = (Uint8)(255 * clamp(green * light));
      pixel[2] = (Uint8)(255 * clamp(blue * light));
      pixel[3] = (Uint8)(255 * alpha);
    }
  }
  const struct deckd_json *data = deckd_get(deckd_card_json(card), "data");
  const char *label = deckd_text(deckd_get(deckd_card_json(card), "label"), id);
  const char *detail = deckd_text(deckd_get(data, "detail"), "");
  int left = (MARGIN + 24) * DETAIL, foot = height - (MARGIN + 24) * DETAIL, room = width - 2 * left;
  write_text(surface, stage->small, detail, left, foot, 190, room);
  write_text(surface, stage->title, deckd_text(deckd_get(data, "title"), label), left,
             foot - (*detail ? 26 * DETAIL : 0), 255, room);
  return surface;
}

// The face of a card; a larger card than before is painted again, a smaller one is the same picture.
static SDL_Texture *face_of(struct stage *stage, const struct deckd_place *place) {
  const char *id = deckd_place_id(place);
  double w = deckd_place_w(place), h = deckd_place_h(place);
  size_t index = 0;
  while (index < stage->count && strcmp(stage->faces[index].id, id)) index++;
  struct face *face = index < stage->count ? &stage->faces[index] : NULL;
  if (face) face->frame = stage->frame;
  if (face && face->w > w - 0.5 && fabs(face->h / face->w - h / w) < 0.02) return face->texture;
  if (!face) {
    stage->faces = realloc(stage->faces, (stage->count + 1) * sizeof *face);
    face = &stage->faces[stage->count++];
    *face = (struct face){.id = strdup(id)};
  }
  SDL_Surface *surface = paint(stage, deckd_place_card(place), id, w, h);
  SDL_DestroyTexture(face->texture);
  SDL_Texture *texture = SDL_CreateTextureFromSurface(stage->renderer, surface);
  *face = (struct face){face->id, texture, w, h, stage->frame};
  SDL_FreeSurface(surface);
  return face->texture;
}

// Drawing

// Draws a texture into a rectangle of a card's own coordinates.
static void draw(struct stage *stage, SDL_Texture *texture, const double *m, SDL_FRect in, double opacity) {
  SDL_Vertex corners[4];
  for (int i = 0; i < 4; i++) {
    float across = i % 2, down = i / 2;
    double u = in.x + across * in.w, v = in.y + down * in.h;
    corners[i] = (SDL_Vertex){
        .position = {(float)(stage->x + m[0] * u + m[2] * v + m[4]), (float)(stage->y + m[1] * u + m[3] * v + m[5])},
        .color = {255, 255, 255, (Uint8)(255 * clamp(opacity))},
        .tex_coord = {across, down},
    };
  }
  SDL_RenderGeometry(stage->renderer, texture, corners, 4, (int[]){0, 1, 2, 2, 1, 3}, 6);
}

static void draw_card(struct stage *stage, const struct deckd_place *place) {
  double w = deckd_place_w(place), h = deckd_place_h(place);
  SDL_FRect in = {-MARGIN, -MARGIN, (float)w + 2 * MARGIN, (float)h + 2 * MARGIN};
  draw(stage, face_of(stage, place), deckd_place_matrix(place), in, deckd_place_opacity(place));
}

// What a release would decide, as a stamp on the card under the finger.
static void draw_stamp(struct stage *stage, const struct deckd_places *places) {
  const struct deckd_part *overlay = deckd_overlay(places);
  const char *card = deckd_part_card(overlay), *direction = deckd_part_direction(overlay);
  double opacity = deckd_figure(overlay, "stamp.opacity", 0);
  const struct deckd_deck *deck = deckd_deck(stage->deckd, stage->deck);
  if (!deck || opacity <= 0 || !card || !direction) return;
  char setting[64];
  snprintf(setting, sizeof setting, "decision.%s", direction);
  const char *word = deckd_text(deckd_get(deckd_deck_settings(deck), setting), "");
  SDL_Surface *written = *word ? TTF_RenderUTF8_Blended(stage->stamp, word, (SDL_Color){255, 255, 255, 255}) : NULL;
  if (!written) return;
  SDL_Texture *texture = SDL_CreateTextureFromSurface(stage->renderer, written);
  for (size_t i = 0; i < deckd_place_count(places); i++) {
    const struct deckd_place *place = deckd_place_at(places, i);
    if (strcmp(deckd_place_id(place), card)) continue;
    float w = (float)written->w / DETAIL, h = (float)written->h / DETAIL;
    bool is_right = strstr(direction, "ight") != NULL;
    float left = is_right ? 28 : (float)deckd_place_w(place) - 28 - w;
    draw(stage, texture, deckd_place_matrix(place), (SDL_FRect){left, 24, w, h}, opacity);
  }
  SDL_DestroyTexture(texture);
  SDL_FreeSurface(written);
}

static void draw_deck(struct stage *stage) {
  const struct deckd_places *places = deckd_places(stage->deckd, stage->deck, deckd_now());
  SDL_SetRenderDrawColor(stage->renderer, 24, 26, 32, 255);
  SDL_RenderClear(stage->renderer);
  for (size_t i = 0; i < deckd_place_count(places); i++) draw_card(stage, deckd_place_at(places, i));
  draw_stamp(stage, places);
  while (stage->count > KEPT_FACES) {
    struct face *oldest = stage->faces;
    for (size_t i = 1; i < stage->count; i++)
      if (stage->faces[i].frame < oldest->frame) oldest = &stage->faces[i];
    if (oldest->frame == stage->frame) break;
    release_face(oldest);
    *oldest = stage->faces[--stage->count];
  }
  stage->frame++;
  SDL_RenderPresent(stage->renderer);
  // A drag is drawn ahead of its finger by the time of a picture.
  deckd_drew(stage->deckd, stage->deck, deckd_now(), stage->period);
}

// Follows the deck that was asked for, or the first there is, and the size of its surface.
static void follow(struct stage *stage, SDL_Window *window) {
  const struct deckd_deck *deck = stage->deck ? deckd_deck(stage->deckd, stage->deck) : deckd_deck_at(stage->deckd, 0);
  if (!deck) return;
  if (!stage->deck) stage->deck = strdup(deckd_deck_id(deck));
  const struct deckd_json *area = deckd_deck_area(deck), *surface = deckd_deck_surface(deck);
  stage->x = deckd_number(deckd_get(area, "x"), 0);
  stage->y = deckd_number(deckd_get(area, "y"), 0);
  double w = deckd_number(deckd_get(surface, "w"), 400), h = deckd_number(deckd_get(surface, "h"), 800);
  if (w == stage->w && h == stage->h) return;
  stage->w = w;
  stage->h = h;
  SDL_SetWindowSize(window, (int)w, (int)h);
  SDL_RenderSetLogicalSize(stage->renderer, (int)w, (int)h);
}

static TTF_Font *open_font(const char *path, int size) {
  TTF_Font *font = TTF_OpenFont(path, size * DETAIL);
  if (font) return font;
  fprintf(stderr, "sdl: %s; name a font with --font, such as one that `fc-list` shows\n", TTF_GetError());
  exit(1);
}

int main(int count, char **arguments) {
  struct stage stage = {.is_stale = true};
  const char *socket = NULL, *font = "/usr/share/fonts/opentype/inter/Inter-SemiBold.otf";
  for (int i = 1; i < count; i += 2) {
    const char *value = i + 1 < count ? arguments[i + 1] : NULL;
    if (value && !strcmp(arguments[i], "--socket")) socket = value;
    else if (value && !strcmp(arguments[i], "--deck")) stage.deck = value;
    else if (value && !strcmp(arguments[i], "--font")) font = value;
    else return fputs("usage: sdl [--socket PATH] [--deck ID] [--font FILE]\n", stderr), 2;
  }
  SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
  SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
  if (SDL_Init(SDL_INIT_VIDEO) || TTF_Init()) return fprintf(stderr, "sdl: %s\n", SDL_GetError()), 1;
  stage.title = open_font(font, 22);
  stage.small = open_font(font, 14);
  stage.stamp = open_font(font, 30);
  SDL_Window *window = SDL_CreateWindow("deckd", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 400, 800,
                                        SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  stage.renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
  if (!stage.renderer) return fprintf(stderr, "sdl: %s\n", SDL_GetError()), 1;
  SDL_DisplayMode mode;
  bool is_known = !SDL_GetCurrentDisplayMode(SDL_GetWindowDisplayIndex(window), &mode) && mode.refresh_rate > 0;
  stage.period = 1e6 / (is_known ? mode.refresh_rate : 60);
  stage.deckd = deckd_new(
      &(struct deckd_options){.socket = socket, .client = "sdl", .user = &stage, .event = on_event, .error = on_error});
  for (bool is_running = true; is_running;) {
    // While nothing moves, nothing is drawn: the loop waits for the daemon, and looks for touches 100 times a second.
    bool is_moving = stage.deck && deckd_is_moving(stage.deckd, stage.deck, deckd_now());
    if (deckd_wait(stage.deckd, is_moving || stage.is_stale ? 0 : 10)) stage.is_stale = true;
    for (SDL_Event event; is_running && SDL_PollEvent(&event);) is_running = handle(&stage, &event);
    follow(&stage, window);
    if (!is_moving && !stage.is_stale) continue;
    stage.is_stale = false;
    draw_deck(&stage);
  }
  deckd_free(stage.deckd);
  SDL_Quit();
  return 0;
}
