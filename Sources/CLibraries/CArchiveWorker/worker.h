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

// The bytes of the archive

void carchive_prepare_input(const struct carchive_setup *setup);
/// Reads the archive as it is, and moves in it: the callbacks of libarchive's.
la_ssize_t carchive_read_packed(struct archive *archive, void *context, const void **buffer);
la_int64_t carchive_skip_packed(struct archive *archive, void *context, la_int64_t request);
la_int64_t carchive_seek_packed(struct archive *archive, void *context, la_int64_t offset, int whence);
/// How far any byte was read.
int64_t carchive_consumed(void);
/// Whether something but zeros stands in the file from the offset on, or what cannot be read.
int carchive_has_bytes_from(struct archive *archive, int64_t offset);
/// Goes to a member of a zip archive, which is read as a stream of its own.
void carchive_begin_member(const struct carchive_request *request);
la_ssize_t carchive_read_member(struct archive *archive, void *context, const void **buffer);

// Formats and compressions

struct carchive_codec;

/// How something is compressed as a whole.
struct carchive_compression {
    /// What it begins with.
    const char *signature;
    size_t length;
    /// Lets libarchive undo it; NULL where `codec` does.
    int (*support)(struct archive *);
    const struct carchive_codec *codec;
};

enum { CARCHIVE_MOST_SIGNATURE = 16 };

/// NULL for what is not compressed.
const struct carchive_compression *carchive_find_compression(const void *head, size_t length);
/// Lets libarchive look for what is not compressed: all formats but zip, whose directory the caller reads.
void carchive_support_plain(struct archive *reader);
/// Lets it look for what people compress as a whole, and what the name speaks for; or for one file alone.
void carchive_support_compressed(
    struct archive *reader, const struct carchive_compression *compression, int named_formats, int is_one_file);

// Unpacks gzip by zlib and lz4 by liblz4. libarchive would do it as well, but without a look at the checksum at the end of
// a member, which is what these call a part that could be a file of its own; and an archive ends before that.

extern const struct carchive_codec carchive_gzip, carchive_lz4;

/// 0 without memory.
int carchive_begin_unpacking(const struct carchive_codec *codec);
/// Reads what was packed: the callback of libarchive's.
la_ssize_t carchive_read_unpacked(struct archive *archive, void *context, const void **buffer);
/// Reads to the end of the member that was begun, so that its checksum counts. ARCHIVE_OK or ARCHIVE_FATAL.
int carchive_finish_unpacking(struct archive *archive);
/// Whether something but zeros comes behind the last member, or in what was unpacked from the offset `end` on.
int carchive_has_unpacked_rest(struct archive *archive, int64_t end);
int carchive_is_zero(const void *bytes, size_t count);
/// The name that the first member of gzip's had, or NULL; the time of that in seconds since 1970, or 0. Once it was begun.
const char *carchive_gzip_name(void);
int64_t carchive_gzip_time(void);

#endif
