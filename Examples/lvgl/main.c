// A deck in LVGL: the daemon alone reads the panel. What a finger does to cards is the deck's; every other touch comes to
// LVGL's widgets from the topic `touches`.
//
// usage: lvgl [--socket PATH] [--framebuffer /dev/fb0]
//
// Without a framebuffer it draws into a window, whose mouse touches the panel in a finger's place.

#include <SDL2/SDL.h>
#include <lvgl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../Sources/CDeckClient/deckd.h"

// A card's object, by the card's id. Few cards are to be seen at once.
struct shown {
  char *id;
  lv_obj_t *object;
  bool is_placed; // in the picture that is being drawn
};

static struct deckd *deckd;
static const char *deck_id;
static double scale = 1; // pixels a point
static struct shown *shown;
static size_t shown_count;
static lv_obj_t *stage, *line;

// Fingers

// LVGL's pointer is the one contact that neither a deck nor a gesture has.
static struct {
  lv_indev_t *device;
  int64_t contact; // -1 for none
  lv_point_t at;
} pointer = {.contact = -1};

static void read_pointer(lv_indev_t *device, lv_indev_data_t *data) {
  (void)device;
  data->point = pointer.at;
  data->state = pointer.contact < 0 ? LV_INDEV_STATE_RELEASED : LV_INDEV_STATE_PRESSED;
}

static void touched(const struct deckd_json *contacts) {
  for (const struct deckd_json *contact = deckd_first(contacts); contact; contact = deckd_next(contact)) {
    int64_t id = (int64_t)deckd_number(deckd_get(contact, "id"), -1);
    const char *phase = deckd_text(deckd_get(contact, "phase"), "");
    bool is_taken = deckd_get(contact, "deck") || deckd_get(contact, "taken");
    if (pointer.contact < 0 && !is_taken && !strcmp(phase, "down")) pointer.contact = id;
    if (id != pointer.contact) continue;
    pointer.at.x = (int32_t)(deckd_number(deckd_get(contact, "x"), 0) * scale);
    pointer.at.y = (int32_t)(deckd_number(deckd_get(contact, "y"), 0) * scale);
    // A button that was pressed until a gesture took the finger is not clicked.
    if (is_taken || !strcmp(phase, "cancelled")) lv_indev_wait_release(pointer.device);
    if (is_taken || !strcmp(phase, "cancelled") || !strcmp(phase, "up")) pointer.contact = -1;
    // Each press and each release is read, also where both come in one message.
    lv_indev_read(pointer.device);
  }
}

// The window's mouse, as a finger on the panel. SDL calls it for each event, before LVGL's window takes it.
static int inject_mouse(void *user, SDL_Event *event) {
  (void)user;
  bool is_button = event->type == SDL_MOUSEBUTTONDOWN || event->type == SDL_MOUSEBUTTONUP;
  bool is_drag = event->type == SDL_MOUSEMOTION && event->motion.state & SDL_BUTTON_LMASK;
  if (!is_drag && !(is_button && event->button.button == SDL_BUTTON_LEFT)) return 1;
  const char *phase = is_drag ? "moved" : event->type == SDL_MOUSEBUTTONDOWN ? "down" : "up";
  int x = is_drag ? event->motion.x : event->button.x, y = is_drag ? event->motion.y : event->button.y;
  char params[200];
  snprintf(params, sizeof params, "{\"contacts\":[{\"id\":0,\"phase\":\"%s\",\"x\":%.2f,\"y\":%.2f}]}", phase, x / scale,
           y / scale);
  deckd_request(deckd, "input.inject", params, NULL, NULL);
  return 1;
}

// Cards

static lv_obj_t *make_card(const char *id, const struct deckd_card *card) {
  const struct deckd_json *json = deckd_card_json(card), *data = deckd_get(json, "data");
  unsigned hash = 0;
  for (const char *letter = id; *letter; letter++) hash = hash * 31 + (unsigned char)*letter;
  lv_obj_t *object = lv_obj_create(stage), *title = lv_label_create(object), *detail = lv_label_create(object);
  lv_obj_remove_flag(object, LV_OBJ_FLAG_SCROLLABLE | LV_OBJ_FLAG_CLICKABLE);
  lv_obj_set_style_bg_color(object, lv_color_hsv_to_rgb(hash % 360, 55, 62), 0);
  lv_obj_set_style_border_width(object, 0, 0);
  lv_obj_set_style_radius(object, (int32_t)(24 * scale), 0);
  lv_obj_set_style_pad_all(object, (int32_t)(24 * scale), 0);
  lv_obj_set_style_text_color(object, lv_color_white(), 0);
  lv_obj_set_style_text_font(title, &lv_font_montserrat_28, 0);
  lv_label_set_text(title, deckd_text(deckd_get(data, "title"), deckd_text(deckd_get(json, "label"), id)));
  lv_label_set_text(detail, deckd_text(deckd_get(data, "detail"), ""));
  lv_obj_align(detail, LV_ALIGN_BOTTOM_LEFT, 0, 0);
  lv_obj_align(title, LV_ALIGN_BOTTOM_LEFT, 0, -24);
  return object;
}

static struct shown *shown_for(const struct deckd_place *place) {
  const char *id = deckd_place_id(place);
  for (size_t i = 0; i < shown_count; i++)
    if (!strcmp(shown[i].id, id)) return &shown[i];
  shown = realloc(shown, (shown_count + 1) * sizeof *shown);
  shown[shown_count] = (struct shown){strdup(id), make_card(id, deckd_place_card(place)), false};
  return &shown[shown_count++];
}

static void forget(struct shown *card) {
  lv_obj_delete(card->object);
  free(card->id);
  *card = shown[--shown_count];
}

// LVGL turns and scales an object about its pivot: its middle, which the matrix puts where it belongs.
static void place_card(const struct deckd_place *place, int32_t index) {
  struct shown *card = shown_for(place);
  card->is_placed = true;
  const double *m = deckd_place_matrix(place);
  double w = deckd_place_w(place), h = deckd_place_h(place);
  double x = m[0] * w / 2 + m[2] * h / 2 + m[4], y = m[1] * w / 2 + m[3] * h / 2 + m[5];
  lv_obj_t *object = card->object;
  lv_obj_set_size(object, (int32_t)(w * scale), (int32_t)(h * scale));
  lv_obj_set_pos(object, (int32_t)((x - w / 2) * scale), (int32_t)((y - h / 2) * scale));
  lv_obj_set_style_transform_pivot_x(object, (int32_t)(w * scale / 2), 0);
  lv_obj_set_style_transform_pivot_y(object, (int32_t)(h * scale / 2), 0);
  lv_obj_set_style_transform_rotation(object, (int32_t)(deckd_place_rotation(place) * 10), 0);
  lv_obj_set_style_transform_scale(object, (int32_t)(deckd_place_scale(place) * LV_SCALE_NONE), 0);
  lv_obj_set_style_opa_layered(object, (lv_opa_t)(deckd_place_opacity(place) * LV_OPA_COVER), 0);
  lv_obj_move_to_index(object, index);
}

static void draw(void) {
  const struct deckd_places *places = deckd_places(deckd, deck_id, deckd_now());
  for (size_t i = 0; i < shown_count; i++) shown[i].is_placed = false;
  for (size_t i = 0; i < deckd_place_count(places); i++) place_card(deckd_place_at(places, i), (int32_t)i);
  for (size_t i = shown_count; i-- > 0;)
    if (!shown[i].is_placed) forget(&shown[i]);
}

// What happens

static void on_event(void *user, const struct deckd_event *event) {
  (void)user;
  if (!stage) return; // not drawn yet
  const char *type = deckd_event_type(event);
  const struct deckd_json *params = deckd_event_params(event);
  if (!strcmp(type, "touch")) touched(deckd_get(params, "contacts"));
  if (!strcmp(type, "card.swiped"))
    lv_label_set_text_fmt(line, "%s: %s", deckd_text(deckd_get(params, "card"), ""),
                          deckd_text(deckd_get(params, "decision"), ""));
  // Other texts, perhaps: the objects are made again.
  if (!strcmp(type, "card.updated") || !strcmp(type, "deck.loaded") || !strcmp(type, "resync"))
    while (shown_count) forget(&shown[shown_count - 1]);
}

static void on_error(void *user, const char *message) {
  (void)user;
  fprintf(stderr, "lvgl: %s\n", message);
}

static void undo(lv_event_t *event) {
  (void)event;
  deckd_request(deckd, "deck.undo", NULL, NULL, NULL);
}

static uint32_t tick(void) { return (uint32_t)(deckd_now() / 1000); }

// Makes LVGL's screen as large as the surface of the deck, in a window, or as the framebuffer is.
static void make_screen(const struct deckd_deck *deck, const char *framebuffer) {
  const struct deckd_json *surface = deckd_deck_surface(deck), *area = deckd_deck_area(deck);
  double w = deckd_number(deckd_get(surface, "w"), 400), h = deckd_number(deckd_get(surface, "h"), 800);
  lv_display_t *display = framebuffer ? lv_linux_fbdev_create() : lv_sdl_window_create((int32_t)w, (int32_t)h);
  if (framebuffer) lv_linux_fbdev_set_file(display, framebuffer);
  scale = lv_display_get_horizontal_resolution(display) / w;
  deck_id = strdup(deckd_deck_id(deck));
  lv_obj_t *screen = lv_screen_active();
  lv_obj_set_style_bg_color(screen, lv_color_hex(0x181a20), 0);
  stage = lv_obj_create(screen);
  lv_obj_remove_style_all(stage);
  lv_obj_remove_flag(stage, LV_OBJ_FLAG_SCROLLABLE | LV_OBJ_FLAG_CLICKABLE);
  lv_obj_add_flag(stage, LV_OBJ_FLAG_OVERFLOW_VISIBLE);
  lv_obj_set_pos(stage, (int32_t)(deckd_number(deckd_get(area, "x"), 0) * scale),
                 (int32_t)(deckd_number(deckd_get(area, "y"), 0) * scale));
  lv_obj_set_size(stage, (int32_t)(deckd_number(deckd_get(area, "w"), w) * scale),
                  (int32_t)(deckd_number(deckd_get(area, "h"), h) * scale));
  line = lv_label_create(screen);
  lv_obj_set_style_text_color(line, lv_color_white(), 0);
  lv_label_set_text(line, "");
  lv_obj_align(line, LV_ALIGN_BOTTOM_LEFT, 24, -28);
  lv_obj_t *button = lv_button_create(screen);
  lv_obj_align(button, LV_ALIGN_BOTTOM_RIGHT, -16, -16);
  lv_obj_add_event_cb(button, undo, LV_EVENT_CLICKED, NULL);
  lv_label_set_text(lv_label_create(button), LV_SYMBOL_LEFT " Undo");
  pointer.device = lv_indev_create();
  lv_indev_set_type(pointer.device, LV_INDEV_TYPE_POINTER);
  lv_indev_set_mode(pointer.device, LV_INDEV_MODE_EVENT);
  lv_indev_set_read_cb(pointer.device, read_pointer);
}

int main(int count, char **arguments) {
  const char *socket = NULL, *framebuffer = NULL;
  for (int i = 1; i < count; i += 2) {
    if (i + 1 < count && !strcmp(arguments[i], "--socket")) socket = arguments[i + 1];
    else if (i + 1 < count && !strcmp(arguments[i], "--framebuffer")) framebuffer = arguments[i + 1];
    else return fputs("usage: lvgl [--socket PATH] [--framebuffer /dev/fb0]\n", stderr), 2;
  }
  lv_init();
  lv_tick_set_cb(tick);
  deckd = deckd_new(&(struct deckd_options){.socket = socket,
                                            .client = "lvgl",
                                            .topics = (const char *const[]){"events", "motions", "touches", NULL},
                                            .event = on_event,
                                            .error = on_error});
  while (!deckd_deck_at(deckd, 0)) deckd_wait(deckd, -1);
  make_screen(deckd_deck_at(deckd, 0), framebuffer);
  if (!framebuffer) SDL_AddEventWatch(inject_mouse, NULL);
  for (bool has_changed = true;; has_changed = deckd_wait(deckd, 8)) {
    if (has_changed || deckd_is_moving(deckd, deck_id, deckd_now())) draw();
    lv_timer_handler();
  }
}
