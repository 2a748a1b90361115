#define _GNU_SOURCE
#include "worker.h"
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

volatile uint64_t carchive_progress;
volatile int carchive_waits;

/// The one archive of this process.
static const struct carchive_setup *setup;
static struct archive *reader;
/// Whether contents of the current entry may be left to read.
static int has_contents;
/// Where the contents of the current entry end although libarchive goes on, -1 where it knows better: it takes the empty
/// lines behind a record of a WARC archive for contents.
static int64_t contents_end = -1;
/// How the archive is compressed as a whole.
static const struct carchive_compression *compression;
/// What it is unpacked by before libarchive sees it; NULL where libarchive does that.
static const struct carchive_codec *codec;
/// Whether what is compressed has been found to be no archive, and is one file.
static int is_one_file;
/// Whether the one file is there and empty: libarchive has no word for that.
static int is_empty_file;
static int has_begun;
/// Whether libarchive has been given the header of a member of a zip archive and not yet come to the end of its contents.
static int in_member;
/// What was found behind a header that could not be read, and is to be told next.
static struct {
    int is_there, status;
    struct archive_entry *entry;
} found;

static int filter_count(void) { return archive_filter_count(reader) + (codec != NULL); }

// Output

static char message[CARCHIVE_MOST_MESSAGE];

static void tell(struct carchive_reply *reply, const char *texts[4]) {
    size_t length = sizeof *reply;
    reply->consumed = carchive_consumed();
    memcpy(message, reply, length);
    const uint32_t lengths[4] = {reply->name, reply->link, reply->format_name, reply->text};
    for (int index = 0; index < 4; index++) {
        if (lengths[index] == 0) continue;
        memcpy(message + length, texts[index], lengths[index]);
        length += lengths[index];
    }
    carchive_waits = 1;
    if (send(setup->socket, message, length, MSG_NOSIGNAL) < 0) _exit(0);
    carchive_waits = 0;
}

static uint32_t bounded(const char *text, uint32_t most) {
    size_t length = text ? strlen(text) : 0;
    return length > most ? most : (uint32_t)length;
}

static void tell_failure_as(int status, const char *text) {
    struct carchive_reply reply = {.answer = CARCHIVE_FAILURE, .status = status};
    const char *texts[4] = {0};
    if (reader) {
        reply.error = archive_errno(reader);
        reply.has_encrypted = archive_read_has_encrypted_entries(reader) > 0;
        reply.format = archive_format(reader);
        reply.filters = filter_count();
    }
    texts[3] = text;
    reply.text = bounded(text, CARCHIVE_MOST_TEXT);
    tell(&reply, texts);
}

static void tell_failure(int status) { tell_failure_as(status, reader ? archive_error_string(reader) : NULL); }

static void tell_end(int64_t length, int has_rest) {
    struct carchive_reply reply = {.answer = CARCHIVE_END, .length = length};
    if (reader) {
        reply.format = archive_format(reader);
        reply.filters = filter_count();
        reply.has_rest = has_rest;
    }
    tell(&reply, NULL);
}

/// Waits for a message; ends the process when the other end is closed.
static struct carchive_request listen_once(void) {
    struct carchive_request request;
    ssize_t count;
    carchive_waits = 1;
    do count = recv(setup->socket, &request, sizeof request, 0);
    while (count < 0 && errno == EINTR);
    carchive_waits = 0;
    if (count != sizeof request) _exit(0);
    return request;
}

static int free_slots, next_slot;
static int64_t slot_offset;
static size_t slot_filled;

static void send_slot(void) {
    if (slot_filled == 0) return;
    struct carchive_reply reply = {
        .answer = CARCHIVE_BLOCK, .slot = (uint32_t)next_slot, .offset = slot_offset, .length = (int64_t)slot_filled};
    tell(&reply, NULL);
    next_slot = (next_slot + 1) % CARCHIVE_SLOTS;
    free_slots--;
    slot_filled = 0;
}

/// Whether there is a slot to write to; not when the caller has had enough.
static int wait_for_slot(void) {
    while (free_slots == 0) {
        if (listen_once().question == CARCHIVE_ENOUGH) return 0;
        free_slots++;
    }
    return 1;
}

/// Puts a block where the caller finds it, together with what came before and is still to be sent.
static int pass_on(const char *bytes, size_t count, int64_t offset) {
    while (count > 0) {
        if (slot_filled > 0 && slot_offset + (int64_t)slot_filled != offset) send_slot();
        if (!wait_for_slot()) return 0;
        if (slot_filled == 0) slot_offset = offset;
        size_t room = CARCHIVE_SLOT_SIZE - slot_filled, part = count < room ? count : room;
        memcpy((char *)setup->slots + (size_t)next_slot * CARCHIVE_SLOT_SIZE + slot_filled, bytes, part);
        slot_filled += part;
        bytes += part;
        count -= part;
        offset += (int64_t)part;
        if (slot_filled == CARCHIVE_SLOT_SIZE) send_slot();
    }
    return 1;
}

// Questions

static const struct carchive_compression *find_compression(void) {
    unsigned char start[CARCHIVE_MOST_SIGNATURE];
    if (setup->is_stream) return carchive_find_compression(setup->head, setup->head_length);
    ssize_t count = pread(setup->archive, start, sizeof start, 0);
    return carchive_find_compression(start, count > 0 ? (size_t)count : 0);
}

static int open_reader(void) {
    if (reader) archive_read_free(reader);
    reader = archive_read_new();
    if (!reader) return ARCHIVE_FATAL;
    // There is no data, and yet libarchive 3.6 wants to be told.
    if (archive_read_set_callback_data(reader, NULL) != ARCHIVE_OK) return ARCHIVE_FATAL;
    if (setup->is_zip) {
        archive_read_support_format_zip_streamable(reader);
        archive_read_set_read_callback(reader, carchive_read_member);
        return archive_read_open1(reader);
    }
    compression = find_compression();
    codec = compression ? compression->codec : NULL;
    if (compression) carchive_support_compressed(reader, compression, setup->named_formats, is_one_file);
    else carchive_support_plain(reader);
    archive_read_support_format_raw(reader);
    if (codec && !carchive_begin_unpacking(codec)) return ARCHIVE_FATAL;
    archive_read_set_read_callback(reader, codec ? carchive_read_unpacked : carchive_read_packed);
    if (!setup->is_stream && !codec) {
        archive_read_set_skip_callback(reader, carchive_skip_packed);
        archive_read_set_seek_callback(reader, carchive_seek_packed);
    }
    return archive_read_open1(reader);
}

/// Skips the contents in a way that shows that something happens; only where nothing has to be unpacked by seeking.
static int skip_contents(void) {
    int base = archive_format(reader) & ARCHIVE_FORMAT_BASE_MASK;
    int is_plain = filter_count() <= 1
        && (base == ARCHIVE_FORMAT_TAR || base == ARCHIVE_FORMAT_CPIO || base == ARCHIVE_FORMAT_AR
            || base == ARCHIVE_FORMAT_WARC);
    if (is_plain) return archive_read_data_skip(reader);
    for (;;) {
        const void *bytes;
        size_t count;
        la_int64_t offset;
        int status = archive_read_data_block(reader, &bytes, &count, &offset);
        if (status == ARCHIVE_EOF) return ARCHIVE_OK;
        if (status == ARCHIVE_RETRY) continue;
        if (status < ARCHIVE_WARN) return status;
        if (count > 0) carchive_progress++;
        // A warning ends what can be had of the entry; what comes next can still be found.
        if (status == ARCHIVE_WARN) return archive_read_data_skip(reader);
    }
}

/// Tells of the one file that a compressed nothing is.
static void tell_empty_file(void) {
    struct carchive_reply reply = {
        .answer = CARCHIVE_HEADER, .mode = S_IFREG | 0644, .format = ARCHIVE_FORMAT_RAW, .filters = 2};
    is_empty_file = 1;
    tell(&reply, NULL);
}

/// Looks for the first header; what is compressed and turns out to be no archive, or one of nothing, is looked at again
/// as a file: zeros at its start are the end of a tar archive too.
static int find_first(struct archive_entry **entry) {
    int status = open_reader();
    if (status >= ARCHIVE_WARN) status = archive_read_next_header(reader, entry);
    has_begun = 1;
    if (!compression || !setup->may_be_file || setup->is_stream) return status;
    if (status == ARCHIVE_OK || status == ARCHIVE_WARN || status == ARCHIVE_RETRY) return status;
    is_one_file = 1;
    carchive_seek_packed(reader, NULL, 0, SEEK_SET);
    status = open_reader();
    return status < ARCHIVE_WARN ? status : archive_read_next_header(reader, entry);
}

/// Whether something but zeros stands behind the end of the archive, as far as that can be seen: of what libarchive
/// unpacks as a whole it has the only view. What a stream has behind the archive is not the archive's, and may never end.
static int has_rest(void) {
    if (setup->is_stream) return 0;
    int base = archive_format(reader) & ARCHIVE_FORMAT_BASE_MASK;
    int has_end_mark = base == ARCHIVE_FORMAT_TAR || base == ARCHIVE_FORMAT_CPIO;
    if (codec) return carchive_has_unpacked_rest(reader, has_end_mark ? archive_filter_bytes(reader, 0) : INT64_MAX);
    if (!has_end_mark || archive_filter_count(reader) > 1) return 0;
    return carchive_has_bytes_from(reader, archive_filter_bytes(reader, 0));
}

/// Goes past a header that cannot be read, with what belonged to it, and tells of that once.
static void tell_damage(int status, struct archive_entry *entry) {
    char text[CARCHIVE_MOST_TEXT];
    snprintf(text, sizeof text, "%s", archive_error_string(reader) ? archive_error_string(reader) : "");
    while (status == ARCHIVE_RETRY && carchive_progress++ < UINT64_MAX)
        status = archive_read_next_header(reader, &entry);
    found.is_there = 1;
    found.status = status;
    found.entry = entry;
    tell_failure_as(ARCHIVE_RETRY, text);
}

static void answer_next(void) {
    struct archive_entry *entry = NULL;
    int status;
    if (is_empty_file) {
        tell_end(0, 0);
        return;
    }
    if (found.is_there) {
        found.is_there = 0;
        status = found.status;
        entry = found.entry;
    } else if (!has_begun) {
        status = find_first(&entry);
        if (is_one_file && status == ARCHIVE_EOF) return tell_empty_file();
    } else {
        if (has_contents) {
            has_contents = 0;
            status = skip_contents();
            if (status == ARCHIVE_FATAL) {
                tell_failure(status);
                return;
            }
        }
        status = archive_read_next_header(reader, &entry);
    }
    if (status == ARCHIVE_RETRY) return tell_damage(status, entry);
    if (status == ARCHIVE_EOF && codec && carchive_finish_unpacking(reader) != ARCHIVE_OK) {
        tell_failure(ARCHIVE_FATAL);
        return;
    }
    if (status == ARCHIVE_EOF) {
        tell_end(0, has_rest());
        return;
    }
    if (status < ARCHIVE_WARN || !entry) {
        tell_failure(status < ARCHIVE_WARN ? status : ARCHIVE_FATAL);
        return;
    }
    carchive_progress++;
    has_contents = 1;
    contents_end = (archive_format(reader) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_WARC
        && archive_entry_size_is_set(entry) ? archive_entry_size(entry) : -1;
    if (codec && archive_format(reader) == ARCHIVE_FORMAT_RAW && archive_filter_count(reader) <= 1) {
        // As libarchive does for what it unpacks itself.
        if (carchive_gzip_name()) archive_entry_set_pathname(entry, carchive_gzip_name());
        if (carchive_gzip_time()) archive_entry_set_mtime(entry, carchive_gzip_time(), 0);
    }
    const char *name = archive_entry_pathname(entry);
    const char *hard = archive_entry_hardlink(entry), *soft = archive_entry_symlink(entry);
    const char *link = hard ? hard : soft;
    const char *format = archive_format_name(reader), *text = status == ARCHIVE_OK ? NULL : archive_error_string(reader);
    const char *texts[4] = {name, link, format, text};
    struct carchive_reply reply = {
        .answer = CARCHIVE_HEADER, .status = status, .mode = archive_entry_mode(entry),
        .has_size = archive_entry_size_is_set(entry) != 0, .has_time = archive_entry_mtime_is_set(entry) != 0,
        .encrypted = archive_entry_is_encrypted(entry) != 0, .size = archive_entry_size(entry),
        .seconds = archive_entry_mtime(entry), .nanoseconds = archive_entry_mtime_nsec(entry),
        .place = archive_read_header_position(reader),
        .has_encrypted = archive_read_has_encrypted_entries(reader) > 0, .format = archive_format(reader),
        .filters = filter_count(), .has_name = name != NULL,
        .link_kind = hard ? CARCHIVE_HARD : soft ? CARCHIVE_SYMBOLIC : CARCHIVE_NO_LINK,
        .name = bounded(name, CARCHIVE_MOST_NAME), .link = bounded(link, CARCHIVE_MOST_NAME),
        .format_name = bounded(format, CARCHIVE_MOST_TEXT), .text = bounded(text, CARCHIVE_MOST_TEXT)};
    tell(&reply, texts);
}

static void answer_contents(void) {
    int64_t length = 0;
    free_slots = CARCHIVE_SLOTS;
    next_slot = 0;
    slot_filled = 0;
    int status = ARCHIVE_EOF;
    int is_whole = 1;
    while (reader && has_contents) {
        const void *bytes;
        size_t count = 0;
        la_int64_t offset = 0;
        status = archive_read_data_block(reader, &bytes, &count, &offset);
        if (status == ARCHIVE_RETRY) continue;
        if (status == ARCHIVE_EOF) {
            // Where a hole ends the contents, its end is all that tells of it. That of xar counts all entries before, too.
            if (offset > length && contents_end < 0 && archive_format(reader) != ARCHIVE_FORMAT_XAR) length = offset;
            break;
        }
        // A warning on contents means that they are not what they should be: a wrong checksum, a wrong length.
        if (status != ARCHIVE_OK) break;
        if (count > 0) carchive_progress++;
        if (offset < 0) offset = length;
        if (contents_end >= 0) {
            if (offset >= contents_end) continue;
            if ((int64_t)count > contents_end - offset) count = (size_t)(contents_end - offset);
        }
        if (offset + (int64_t)count > length) length = offset + (int64_t)count;
        if (!pass_on(bytes, count, offset)) {
            is_whole = 0;
            break;
        }
    }
    if (is_whole && status == ARCHIVE_EOF) {
        if (slot_filled > 0) send_slot();
        has_contents = 0;
        in_member = 0;
        tell_end(length, 0);
    } else if (is_whole) {
        if (status == ARCHIVE_FATAL) has_contents = 0;
        tell_failure(status);
    } else {
        tell_end(length, 0);
    }
}

static void answer_member(const struct carchive_request *request) {
    // After a member that was not read to its end, libarchive stands somewhere in it.
    if (in_member && reader) {
        archive_read_free(reader);
        reader = NULL;
    }
    carchive_begin_member(request);
    in_member = 1;
    struct archive_entry *entry;
    int status = reader ? ARCHIVE_OK : open_reader();
    if (status >= ARCHIVE_WARN) status = archive_read_next_header(reader, &entry);
    if (status != ARCHIVE_OK) {
        tell_failure(status == ARCHIVE_EOF ? ARCHIVE_FAILED : status);
        return;
    }
    carchive_progress++;
    has_contents = 1;
    answer_contents();
}

void carchive_prepare(const struct carchive_setup *given) {
    setup = given;
    carchive_prepare_input(given);
}

void carchive_serve(void) {
    for (;;) {
        struct carchive_request request = listen_once();
        switch (request.question) {
        case CARCHIVE_NEXT: answer_next(); break;
        case CARCHIVE_CONTENTS: answer_contents(); break;
        case CARCHIVE_MEMBER: answer_member(&request); break;
        // Slots that were given back after the last block.
        default: break;
        }
    }
}
