#include "CFaultVFS.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>

struct fault_vfs {
  sqlite3_vfs base;
  sqlite3_vfs *real;
  char *name;
  pthread_mutex_t mutex;
  pthread_cond_t change;
  long long until_fault, faults;
  int code;
  bool intact, refuses_writing, records, holds;
  int held;
  struct fault_operation *operations;
  size_t count, capacity;
};

struct fault_file {
  sqlite3_file base;
  fault_vfs *vfs;
  char *path;
  // The real file follows in the same memory.
};

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((struct fault_file *)file + 1); }

// Remembers the operation, unless it is to fail; then with which code.
static int operate(fault_vfs *vfs, enum fault_kind kind, const char *path, long long offset, const void *bytes,
                   size_t count) {
  pthread_mutex_lock(&vfs->mutex);
  int code = SQLITE_OK;
  if (vfs->until_fault > 0) {
    vfs->until_fault--;
  } else if (vfs->until_fault == 0 && vfs->faults > 0) {
    vfs->faults--;
    vfs->intact = false;
    code = vfs->code;
  }
  if (vfs->records && code == SQLITE_OK) {
    if (vfs->count == vfs->capacity) {
      vfs->capacity = vfs->capacity ? 2 * vfs->capacity : 256;
      vfs->operations = realloc(vfs->operations, vfs->capacity * sizeof *vfs->operations);
    }
    unsigned char *copy = count ? memcpy(malloc(count), bytes, count) : NULL;
    vfs->operations[vfs->count++] = (struct fault_operation){kind, strdup(path), offset, copy, count};
  }
  pthread_mutex_unlock(&vfs->mutex);
  return code;
}

static int file_close(sqlite3_file *file) {
  int code = real(file)->pMethods->xClose(real(file));
  free(((struct fault_file *)file)->path);
  return code;
}
static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}
static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  struct fault_file *own = (struct fault_file *)file;
  int code = operate(own->vfs, fault_write, own->path, offset, bytes, (size_t)count);
  int written = real(file)->pMethods->xWrite(real(file), bytes, code == SQLITE_OK ? count : count / 2, offset);
  return code == SQLITE_OK ? written : code;
}
static int file_truncate(sqlite3_file *file, sqlite3_int64 length) {
  struct fault_file *own = (struct fault_file *)file;
  int code = operate(own->vfs, fault_truncate, own->path, length, NULL, 0);
  return code == SQLITE_OK ? real(file)->pMethods->xTruncate(real(file), length) : code;
}
static int file_sync(sqlite3_file *file, int flags) {
  struct fault_file *own = (struct fault_file *)file;
  fault_vfs *vfs = own->vfs;
  pthread_mutex_lock(&vfs->mutex);
  vfs->held++;
  pthread_cond_broadcast(&vfs->change);
  while (vfs->holds) pthread_cond_wait(&vfs->change, &vfs->mutex);
  vfs->held--;
  pthread_mutex_unlock(&vfs->mutex);
  int code = operate(vfs, fault_sync, own->path, 0, NULL, 0);
  return code == SQLITE_OK ? real(file)->pMethods->xSync(real(file), flags) : code;
}
static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}
static int file_lock(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }
static int file_unlock(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }
static int file_reserved(sqlite3_file *file, int *result) {
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
static int file_control(sqlite3_file *file, int request, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), request, argument);
}
static int file_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int file_traits(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }
static int file_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
  return real(file)->pMethods->xShmMap(real(file), region, size, extend, memory);
}
static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void file_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int file_unmap(sqlite3_file *file, int delete) { return real(file)->pMethods->xShmUnmap(real(file), delete); }

// Version 2: without mapping of the file itself, which would go past the writes.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
    .xShmMap = file_map,
    .xShmLock = file_map_lock,
    .xShmBarrier = file_barrier,
    .xShmUnmap = file_unmap,
};

static int vfs_open(sqlite3_vfs *base, const char *path, sqlite3_file *file, int flags, int *result) {
  fault_vfs *vfs = base->pAppData;
  struct fault_file *own = (struct fault_file *)file;
  memset(own, 0, sizeof *own);
  if (vfs->refuses_writing && flags & SQLITE_OPEN_READWRITE) {
    if (!(flags & SQLITE_OPEN_MAIN_DB)) return SQLITE_CANTOPEN;
    flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
  }
  int code = vfs->real->xOpen(vfs->real, path, real(file), flags, result);
  if (code != SQLITE_OK) return code;
  own->vfs = vfs;
  own->path = strdup(path ? path : "");
  own->base.pMethods = &methods;
  return SQLITE_OK;
}
static int vfs_delete(sqlite3_vfs *base, const char *path, int sync) {
  fault_vfs *vfs = base->pAppData;
  int code = operate(vfs, fault_delete, path, 0, NULL, 0);
  return code == SQLITE_OK ? vfs->real->xDelete(vfs->real, path, sync) : code;
}

fault_vfs *fault_vfs_register(const char *name) {
  fault_vfs *vfs = calloc(1, sizeof *vfs);
  vfs->real = sqlite3_vfs_find(NULL);
  vfs->name = strdup(name);
  pthread_mutex_init(&vfs->mutex, NULL);
  pthread_cond_init(&vfs->change, NULL);
  vfs->until_fault = -1;
  vfs->intact = true;
  // What is not replaced does not look at the layer it belongs to.
  vfs->base = *vfs->real;
  vfs->base.zName = vfs->name;
  vfs->base.pNext = NULL;
  vfs->base.pAppData = vfs;
  vfs->base.szOsFile = (int)sizeof(struct fault_file) + vfs->real->szOsFile;
  vfs->base.xOpen = vfs_open;
  vfs->base.xDelete = vfs_delete;
  sqlite3_vfs_register(&vfs->base, 0);
  return vfs;
}

void fault_vfs_unregister(fault_vfs *vfs) {
  sqlite3_vfs_unregister(&vfs->base);
  fault_vfs_record(vfs, false);
  free(vfs->operations);
  pthread_cond_destroy(&vfs->change);
  pthread_mutex_destroy(&vfs->mutex);
  free(vfs->name);
  free(vfs);
}

void fault_vfs_fail(fault_vfs *vfs, long long after, long long count, int code) {
  pthread_mutex_lock(&vfs->mutex);
  vfs->until_fault = after;
  vfs->faults = count;
  vfs->code = code;
  vfs->intact = true;
  pthread_mutex_unlock(&vfs->mutex);
}

bool fault_vfs_intact(fault_vfs *vfs) {
  pthread_mutex_lock(&vfs->mutex);
  bool intact = vfs->intact;
  pthread_mutex_unlock(&vfs->mutex);
  return intact;
}

void fault_vfs_refuse_writing(fault_vfs *vfs, bool refuse) { vfs->refuses_writing = refuse; }

void fault_vfs_record(fault_vfs *vfs, bool record) {
  pthread_mutex_lock(&vfs->mutex);
  for (size_t index = 0; index < vfs->count; index++) {
    free((void *)vfs->operations[index].path);
    free((void *)vfs->operations[index].bytes);
  }
  vfs->count = 0;
  vfs->records = record;
  pthread_mutex_unlock(&vfs->mutex);
}

size_t fault_vfs_operations(fault_vfs *vfs) {
  pthread_mutex_lock(&vfs->mutex);
  size_t count = vfs->count;
  pthread_mutex_unlock(&vfs->mutex);
  return count;
}

struct fault_operation fault_vfs_operation(fault_vfs *vfs, size_t index) { return vfs->operations[index]; }

void fault_vfs_hold_syncs(fault_vfs *vfs, bool hold) {
  pthread_mutex_lock(&vfs->mutex);
  vfs->holds = hold;
  pthread_cond_broadcast(&vfs->change);
  pthread_mutex_unlock(&vfs->mutex);
}

void fault_vfs_await_held_sync(fault_vfs *vfs) {
  pthread_mutex_lock(&vfs->mutex);
  while (!(vfs->holds && vfs->held)) pthread_cond_wait(&vfs->change, &vfs->mutex);
  pthread_mutex_unlock(&vfs->mutex);
}

void fault_act_as(unsigned user) { setfsuid(user); }
