/* touchbed: runs a command among touch panels that do not exist. README.md tells its use. */
#define _GNU_SOURCE
#include "command.h"
#include "control.h"
#include "device_tree.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define VERSION "1"
#define UMOCKDEV_PRELOAD "libumockdev-preload.so.0"
#define OWN_PRELOAD "libtouchbed-preload.so"

enum {
  EXIT_BED = 125, /* the bed itself failed; 126 and 127 are the command's, as in a shell */
  EXIT_NOT_FOUND = 127,
  EXIT_SIGNAL = 128, /* and the signal's number */
  FIRST_PANELS_MAX = 32,
  GRACE_SECONDS = 10, /* from the first SIGTERM or SIGINT to SIGKILL */
};

static const char usage[] =
    "usage: touchbed [-c CTL.sock] [-d DIR] [-a 'eventN DESCFILE [KEY=value …]']… [-p] [-o] -- COMMAND [ARG…]\n"
    "       touchbed -s CTL.sock WORD…\n"
    "Runs COMMAND among mocked touch panels; its exit status is the bed's.\n"
    "  -c  take control lines on this Unix socket\n"
    "  -d  keep the device tree below this folder (else below a new one in $TMPDIR)\n"
    "  -a  add a panel before COMMAND starts, like the control line `add`\n"
    "  -p  print the device tree's folder first\n"
    "  -o  end when the bed's own parent has ended\n"
    "  -s  send one control line, print the reply, fail when that is `err …`\n";

struct options {
  const char *control, *folder, *send_to;
  char *first_panels[FIRST_PANELS_MAX];
  size_t first_panel_count;
  _Bool print_root, end_as_orphan;
  char **command;
};

static void complain(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("touchbed: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

/* ---- Options -------------------------------------------------------------------------------- */

static _Bool read_options(int count, char **words, struct options *options) {
  for (int letter; (letter = getopt(count, words, "+c:d:a:pos:")) >= 0;) switch (letter) {
      case 'c': options->control = optarg; break;
      case 'd': options->folder = optarg; break;
      case 'p': options->print_root = 1; break;
      case 'o': options->end_as_orphan = 1; break;
      case 's': options->send_to = optarg; break;
      case 'a':
        if (options->first_panel_count == FIRST_PANELS_MAX) return 0;
        options->first_panels[options->first_panel_count++] = optarg;
        break;
      default: return 0;
    }
  options->command = words + optind;
  return *options->command != NULL;
}

/* ---- Sending a control line ----------------------------------------------------------------- */

static FILE *connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  strcpy(address.sun_path, path);
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return connect(connection, (struct sockaddr *)&address, sizeof address) == 0 ? fdopen(connection, "r+") : NULL;
}

static int send_line(const char *path, char **words) {
  FILE *connection = connect_to(path);
  if (!connection) {
    complain("%s: %s", path, strerror(errno));
    return EXIT_BED;
  }
  for (; *words; words++) fprintf(connection, strchr(*words, ' ') ? "\"%s\"%c" : "%s%c", *words, words[1] ? ' ' : '\n');
  fflush(connection);
  char *line = NULL;
  size_t capacity = 0;
  _Bool answered = getline(&line, &capacity, connection) >= 0;
  _Bool good = answered && strncmp(line, "ok", 2) == 0;
  if (answered) fputs(line, stdout);
  free(line);
  fclose(connection);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- The folder ----------------------------------------------------------------------------- */

/* The folder the tree goes to; `*own` when the bed made it. To be freed, NULL on failure. */
static char *find_folder(const char *wanted, _Bool *own) {
  char *folder = NULL;
  if (wanted) {
    folder = realpath(wanted, NULL);
  } else {
    const char *temporary = getenv("TMPDIR");
    if (asprintf(&folder, "%s/touchbed.XXXXXX", temporary && *temporary ? temporary : "/tmp") < 0) abort();
    *own = mkdtemp(folder) != NULL;
    if (!*own) {
      free(folder);
      folder = NULL;
    }
  }
  if (!folder) complain("no folder for the device tree: %s", strerror(errno));
  return folder;
}

/* ---- The command ---------------------------------------------------------------------------- */

/* Puts our preload, which lies beside this program, and umockdev's in front of what is set. The bed
 * itself is not affected: it is linked with umockdev's. */
static _Bool set_preload(void) {
  char self[PATH_MAX] = "", preload[PATH_MAX + 512];
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) return 0;
  *(strrchr(self, '/') + 1) = '\0';
  const char *before = getenv("LD_PRELOAD");
  if (strpbrk(self, " :")) {
    complain("%s: LD_PRELOAD takes no path with a space or a colon", self);
    return 0;
  }
  snprintf(preload, sizeof preload, "%s%s:%s%s%s", self, OWN_PRELOAD, UMOCKDEV_PRELOAD, before ? ":" : "",
           before ? before : "");
  return setenv("LD_PRELOAD", preload, 1) == 0;
}

static pid_t start(char **command, const sigset_t *signals) {
  pid_t bed = getpid();
  pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != bed) _exit(EXIT_BED); /* the bed died before it could matter */
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, signals, NULL);
  execvp(command[0], command);
  complain("%s: %s", command[0], strerror(errno));
  _exit(EXIT_NOT_FOUND);
}

static int shell_status(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_SIGNAL + WTERMSIG(status);
}

/* Waits for the command's end, passing on what asks for it. */
static int attend(pid_t child, const sigset_t *awaited, _Bool end_as_orphan) {
  const struct timespec second = {.tv_sec = 1};
  pid_t parent = getppid();
  time_t ending = 0;
  for (int status;;) {
    int received = sigtimedwait(awaited, NULL, &second);
    if (waitpid(child, &status, WNOHANG) == child) return shell_status(status);
    if (end_as_orphan && getppid() != parent && !ending) received = SIGTERM;
    if (received == SIGTERM || received == SIGINT || received == SIGHUP) {
      kill(child, received);
      if (!ending) ending = time(NULL);
    }
    if (ending && time(NULL) - ending >= GRACE_SECONDS) kill(child, SIGKILL);
  }
}

/* ---- The bed -------------------------------------------------------------------------------- */

static _Bool add_first_panels(const struct options *options) {
  for (size_t i = 0; i < options->first_panel_count; i++) {
    char *line, *answer;
    if (asprintf(&line, "add %s", options->first_panels[i]) < 0) abort();
    answer = command_obey(line);
    _Bool good = strncmp(answer, "ok", 2) == 0;
    if (!good) complain("-a '%s': %s", options->first_panels[i], answer);
    free(line);
    free(answer);
    if (!good) return 0;
  }
  return 1;
}

static int run_command(const struct options *options, const sigset_t *awaited, const sigset_t *before) {
  if (!add_first_panels(options)) return EXIT_BED;
  if (options->control && !control_listen(options->control)) {
    complain("%s: %s", options->control, strerror(errno));
    return EXIT_BED;
  }
  if (options->print_root) {
    puts(device_tree_root());
    fflush(stdout);
  }
  pid_t child = start(options->command, before);
  int status = EXIT_BED;
  if (child > 0)
    status = attend(child, awaited, options->end_as_orphan);
  else
    complain("fork: %s", strerror(errno));
  if (options->control) unlink(options->control);
  return status;
}

static int run(const struct options *options) {
  sigset_t awaited, before;
  sigemptyset(&awaited);
  for (size_t i = 0; i < 4; i++) sigaddset(&awaited, (const int[]){SIGTERM, SIGINT, SIGHUP, SIGCHLD}[i]);
  sigprocmask(SIG_BLOCK, &awaited, &before); /* before umockdev starts threads, so that they inherit it */
  signal(SIGINT, SIG_DFL);                   /* a shell's background job starts with SIGINT ignored */
  signal(SIGPIPE, SIG_IGN);
  if (!set_preload()) return EXIT_BED;
  _Bool own = 0;
  char *folder = find_folder(options->folder, &own), reason[512];
  if (!folder) return EXIT_BED;
  int status = EXIT_BED;
  if (device_tree_open(folder, reason, sizeof reason)) {
    status = run_command(options, &awaited, &before);
    command_end_all();
    device_tree_close();
  } else {
    complain("%s", reason);
  }
  if (own && rmdir(folder) < 0) complain("%s: %s", folder, strerror(errno));
  free(folder);
  return status;
}

int main(int count, char **words) {
  struct options options = {0};
  if (count == 2 && strcmp(words[1], "--version") == 0) return puts("touchbed " VERSION) < 0;
  if (count == 2 && strcmp(words[1], "--help") == 0) return fputs(usage, stdout) < 0;
  if (!read_options(count, words, &options)) {
    fputs(usage, stderr);
    return EXIT_BED;
  }
  return options.send_to ? send_line(options.send_to, options.command) : run(&options);
}
