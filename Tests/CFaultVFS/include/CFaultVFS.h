#pragma once
#include <stdbool.h>
#include <stddef.h>

/// A file system layer over SQLite's own (`sqlite3_vfs`) whose disk fails when told, and which remembers what it did.
///
/// Several can be registered at once, each under its name. It passes everything on, so that the files are real ones.
typedef struct fault_vfs fault_vfs;

enum fault_kind { fault_write, fault_sync, fault_truncate, fault_delete };

/// Something that was done to a file, as the disk would have seen it.
struct fault_operation {
  enum fault_kind kind;
  /// The file's full path, as long as the layer lives.
  const char *path;
  /// Where bytes were written; the new length of a truncated file.
  long long offset;
  const unsigned char *bytes;
  size_t count;
};

/// Registers a layer; its name is copied.
fault_vfs *fault_vfs_register(const char *name);
/// Takes it away; no connection may use it any more.
void fault_vfs_unregister(fault_vfs *vfs);

/// From the `after`-th write, sync, truncation or deletion on, counted from now and from 0, `count` of them fail with
/// SQLite's `code`; a negative `after` means never. Half of what a failing write writes is written.
void fault_vfs_fail(fault_vfs *vfs, long long after, long long count, int code);
/// Whether every write, sync, truncation and deletion since the last `fault_vfs_fail` went well.
bool fault_vfs_intact(fault_vfs *vfs);
/// Has files opened for writing be opened for reading, as a read-only file system does.
void fault_vfs_refuse_writing(fault_vfs *vfs, bool refuse);

/// Begins to remember operations, or ends it and forgets them.
void fault_vfs_record(fault_vfs *vfs, bool record);
/// How many operations are remembered.
size_t fault_vfs_operations(fault_vfs *vfs);
struct fault_operation fault_vfs_operation(fault_vfs *vfs, size_t index);

/// Makes syncs wait, or lets them go on.
void fault_vfs_hold_syncs(fault_vfs *vfs, bool hold);
/// Returns when a sync waits.
void fault_vfs_await_held_sync(fault_vfs *vfs);

/// Gives this thread's file accesses the rights of a user (`setfsuid`, which Swift's Glibc lacks): root's are without
/// limits, so that modes would count for nothing.
void fault_act_as(unsigned user);
