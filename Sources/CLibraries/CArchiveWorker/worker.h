#ifndef CARCHIVE_WORKER_PRIVATE_H
#define CARCHIVE_WORKER_PRIVATE_H

#include "CArchiveWorker.h"
#include <archive.h>

/// Counts entries, contents and bytes of the archive that were not read before.
extern volatile uint64_t carchive_progress;
/// Whether it waits for its archive or its caller, and may do so for as long as they like.
extern volatile int carchive_waits;

/// Takes the setup, which lives as long as the process, and finds out what needs system calls.
void carchive_prepare(const struct carchive_setup *setup);
/// Answers requests until the other end closes.
void carchive_serve(void);

/// Reads the archive as it is: the callback of libarchive's.
la_ssize_t carchive_read_packed(struct archive *archive, void *context, const void **buffer);

// Unpacks gzip by zlib, once in a process. libarchive would do it as well, but without a look at the checksum at the end
// of a member, and an archive ends before that.

/// 0 without memory.
int carchive_begin_gunzip(void);
/// Reads what was packed: the callback of libarchive's.
la_ssize_t carchive_read_gunzipped(struct archive *archive, void *context, const void **buffer);
/// Reads to the end of the member that was begun, so that its checksum counts. ARCHIVE_OK or ARCHIVE_FATAL.
int carchive_finish_gunzip(struct archive *archive);
/// The name that the first member had, or NULL; the time of that in seconds since 1970, or 0. Once it was begun.
const char *carchive_gzip_name(void);
int64_t carchive_gzip_time(void);

#endif
