#include "device_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <umockdev.h>
#include <unistd.h>

static UMockdevTestbed *testbed;
static char *root;

/* ---- Paths ---------------------------------------------------------------------------------- */

static char *input_path(int number) {
  return g_strdup_printf("/devices/platform/touchbed.%d/input/input%d", number, number);
}

static char *database_path(int number) {
  return g_strdup_printf("%s/run/udev/data/c%d:%d", root, PANEL_INPUT_MAJOR, PANEL_FIRST_MINOR + number);
}

char *device_tree_socket(int number) {
  return g_strdup_printf("%s/" PANEL_SOCKET_FOLDER "/event%d", root, number);
}

const char *device_tree_root(void) { return root; }

static _Bool sockets_fit(void) {
  char *longest = device_tree_socket(PANEL_NODES_MAX - 1);
  _Bool fits = strlen(longest) < sizeof((struct sockaddr_un *)0)->sun_path;
  g_free(longest);
  return fits;
}

static void make_folder(const char *name) {
  char *path = g_build_filename(root, name, NULL);
  g_mkdir_with_parents(path, 0755);
  g_free(path);
}

/* ---- Suspend -------------------------------------------------------------------------------- */

static _Atomic int64_t *suspended;
static int resumes = -1;

/* The clock and the pipe are there before any command is. */
static _Bool make_clock(void) {
  char *path = g_build_filename(root, SUSPENDED_FILE, NULL);
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  g_free(path);
  if (file < 0 || ftruncate(file, sizeof *suspended) < 0) return 0;
  void *memory = mmap(NULL, sizeof *suspended, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return 0;
  suspended = memory;
  path = g_build_filename(root, RESUME_PIPE, NULL);
  if (mkfifo(path, 0644) == 0) resumes = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  g_free(path);
  return resumes >= 0;
}

_Bool device_tree_suspend(int64_t nanoseconds) {
  atomic_fetch_add(suspended, nanoseconds);
  return write(resumes, "", 1) == 1;
}

/* ---- The tree ------------------------------------------------------------------------------- */

_Bool device_tree_open(const char *folder, char *reason, size_t reason_size) {
  char *before = g_strdup(g_getenv("TMPDIR"));
  g_setenv("TMPDIR", folder, TRUE); /* umockdev makes its folder there */
  testbed = umockdev_testbed_new();
  if (before)
    g_setenv("TMPDIR", before, TRUE);
  else
    g_unsetenv("TMPDIR");
  g_free(before);
  root = umockdev_testbed_get_root_dir(testbed);
  if (!sockets_fit()) {
    g_snprintf(reason, reason_size, "%s is too long a path for the sockets below it", folder);
    device_tree_close();
    return 0;
  }
  if (!make_clock()) {
    g_snprintf(reason, reason_size, "no clock in %s: %s", root, strerror(errno));
    device_tree_close();
    return 0;
  }
  make_folder(PANEL_SOCKET_FOLDER);
  make_folder("run/udev/data");
  char *control = g_build_filename(root, "run/udev/control", NULL);
  g_file_set_contents(control, "", 0, NULL); /* without it libudev takes udev for absent */
  g_free(control);
  return 1;
}

void device_tree_close(void) {
  g_clear_object(&testbed);
  g_clear_pointer(&root, g_free);
}

/* ---- udev's rules --------------------------------------------------------------------------- */

static void set_property(GPtrArray *properties, char *property) {
  size_t key_length = strcspn(property, "=") + 1;
  for (guint i = 0; i < properties->len; i++)
    if (strncmp(properties->pdata[i], property, key_length) == 0) {
      g_free(properties->pdata[i]);
      properties->pdata[i] = property;
      return;
    }
  g_ptr_array_add(properties, property);
}

/* 90-libinput-fuzz-override.rules: the kernel's own filtering is switched off, libinput's hysteresis
 * takes its place. */
static void move_fuzz(struct panel_state *panel, GPtrArray *properties) {
  static const unsigned codes[] = {ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y};
  for (size_t i = 0; i < G_N_ELEMENTS(codes); i++) {
    struct input_absinfo *axis = &panel->axes[codes[i]];
    if (axis->fuzz) set_property(properties, g_strdup_printf("LIBINPUT_FUZZ_%02x=%d", codes[i], axis->fuzz));
    axis->fuzz = 0;
  }
}

char **device_tree_apply_rules(int number, struct panel_state *panel, char *const *settings, size_t setting_count) {
  GPtrArray *properties = g_ptr_array_new();
  _Bool accelerometer = panel_bit(panel->properties, INPUT_PROP_ACCELEROMETER);
  _Bool touchscreen = !accelerometer && panel_bit(panel->supported[0], EV_ABS);
  const struct input_id *id = &panel->id;
  g_snprintf(panel->phys, sizeof panel->phys, "touchbed-%d/input0", number);
  set_property(properties, g_strdup("ID_INPUT=1"));
  if (accelerometer) set_property(properties, g_strdup("ID_INPUT_ACCELEROMETER=1"));
  if (touchscreen) set_property(properties, g_strdup("ID_INPUT_TOUCHSCREEN=1"));
  set_property(properties, g_strdup("ID_SEAT=seat0"));
  set_property(properties, g_strdup_printf("ID_PATH=platform-touchbed.%d", number));
  set_property(properties, g_strdup_printf("ID_PATH_TAG=platform-touchbed_%d", number));
  set_property(properties, g_strdup_printf("LIBINPUT_DEVICE_GROUP=%x/%x/%x:touchbed-%d", id->bustype, id->vendor,
                                           id->product, number));
  if (touchscreen) move_fuzz(panel, properties);
  for (size_t i = 0; i < setting_count; i++) set_property(properties, g_strdup(settings[i]));
  g_ptr_array_add(properties, NULL);
  return (char **)g_ptr_array_free(properties, FALSE);
}

/* ---- Adding and removing -------------------------------------------------------------------- */

static void write_database(int number, char *const *properties) {
  GString *text = g_string_new("I:1000000\nG:seat\nQ:seat\nV:1\n"); /* initialised at 1 s */
  for (; *properties; properties++) g_string_append_printf(text, "E:%s\n", *properties);
  char *path = database_path(number);
  g_file_set_contents(path, text->str, (gssize)text->len, NULL);
  g_free(path);
  g_string_free(text, TRUE);
}

/* The input device above the event node, in umockdev's language; attributes are C-escaped. */
static char *describe_input(const char *path, const struct panel_state *panel) {
  const struct input_id *id = &panel->id;
  char *name = g_strescape(panel->name, NULL);
  unsigned long effects[2]; /* sysfs has the words from the highest, and omits those that are 0 before it */
  memcpy(effects, panel->supported[EV_FF], sizeof effects);
  char high[24] = "";
  if (effects[1]) g_snprintf(high, sizeof high, "%lx ", effects[1]);
  unsigned long axes; /* ABS_CNT fits one word */
  memcpy(&axes, panel->supported[EV_ABS], sizeof axes);
  char *text = g_strdup_printf(
      "P: %s\nE: SUBSYSTEM=input\nE: PRODUCT=%x/%x/%x/%x\nE: NAME=\"%s\"\nE: PHYS=\"%s\"\n"
      "A: name=%s\\n\nA: phys=%s\\n\nA: uniq=\\n\nA: properties=%x\\n\n"
      "A: capabilities/abs=%lx\\n\nA: capabilities/ff=%s%lx\\n\n"
      "A: id/bustype=%04x\\n\nA: id/vendor=%04x\\n\nA: id/product=%04x\\n\nA: id/version=%04x\\n\n\n",
      path, id->bustype, id->vendor, id->product, id->version, panel->name, panel->phys, name, panel->phys,
      panel->properties[0], axes, high, effects[0], id->bustype, id->vendor, id->product, id->version);
  g_free(name);
  return text;
}

/* The event node. umockdev makes its uevents from the E: lines, so udev's properties are here too.
 * The node is a plain file: umockdev ends the process when a node of another kind is added again. */
static char *describe_node(const char *path, int number, char *const *properties) {
  int minor = PANEL_FIRST_MINOR + number;
  GString *text = g_string_new(NULL);
  g_string_printf(text,
                  "P: %s/event%d\nN: input/event%d=00\nE: DEVNAME=/dev/input/event%d\nE: MAJOR=%d\nE: MINOR=%d\n"
                  "E: SUBSYSTEM=input\nE: USEC_INITIALIZED=1000000\nE: TAGS=:seat:\nA: dev=%d:%d\\n\n"
                  "L: device=../../input%d\n",
                  path, number, number, number, PANEL_INPUT_MAJOR, minor, PANEL_INPUT_MAJOR, minor, number);
  for (; *properties; properties++) g_string_append_printf(text, "E: %s\n", *properties);
  g_string_append_c(text, '\n');
  return g_string_free(text, FALSE);
}

static _Bool add_text(char *text, char *reason, size_t reason_size) {
  GError *error = NULL;
  _Bool added = umockdev_testbed_add_from_string(testbed, text, &error);
  if (error) {
    g_snprintf(reason, reason_size, "%s", error->message);
    g_error_free(error);
  }
  g_free(text);
  return added;
}

_Bool device_tree_add(int number, const struct panel_state *panel, char *const *properties, char *reason,
                      size_t reason_size) {
  char *path = input_path(number);
  write_database(number, properties);
  _Bool added = add_text(describe_input(path, panel), reason, reason_size) &&
                add_text(describe_node(path, number, properties), reason, reason_size);
  g_free(path);
  return added;
}

void device_tree_remove(int number) {
  char *input = input_path(number);
  char *device = g_strdup_printf("/sys%s", input);
  char *node = g_strdup_printf("%s/event%d", device, number);
  char *database = database_path(number);
  umockdev_testbed_uevent(testbed, node, "remove");
  umockdev_testbed_remove_device(testbed, node);
  umockdev_testbed_remove_device(testbed, device); /* else adding it again ends the process */
  g_unlink(database);
  g_free(input);
  g_free(device);
  g_free(node);
  g_free(database);
}
