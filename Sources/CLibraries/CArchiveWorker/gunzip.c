#include "worker.h"
#include <archive.h>
#include <errno.h>
#include <string.h>
#include <zlib.h>

static z_stream stream;
static unsigned char output[256 * 1024];
static gz_header header;
static Bytef header_name[4096];
/// Between members, in one, or behind the last one.
static enum { BETWEEN, INSIDE, BEHIND } place;
static int members;

int carchive_begin_gunzip(void) {
    inflateEnd(&stream);
    memset(&stream, 0, sizeof stream);
    memset(&header, 0, sizeof header);
    place = BETWEEN;
    members = 0;
    // 16: the header and the trailer of gzip, whose checksum and length are looked at.
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return 0;
    // libarchive takes name and time from here too.
    header.name = header_name;
    header.name_max = sizeof header_name;
    return inflateGetHeader(&stream, &header) == Z_OK;
}

const char *carchive_gzip_name(void) {
    int is_whole = header.done == 1 && header.name && memchr(header_name, 0, sizeof header_name);
    return is_whole && header_name[0] ? (const char *)header_name : NULL;
}

int64_t carchive_gzip_time(void) { return header.done == 1 ? (int64_t)(uint32_t)header.time : 0; }

static int fail(struct archive *archive, const char *text) {
    place = BEHIND;
    archive_set_error(archive, EILSEQ, "%s", text);
    return ARCHIVE_FATAL;
}

/// Goes from one member to the next one. What is none, zeros of a tape or anything else, is no business of gzip's.
static void begin_member(void) {
    if (members > 0 && stream.next_in[0] != 0x1f) {
        place = BEHIND;
        return;
    }
    if (members > 0) inflateReset(&stream);
    place = INSIDE;
}

la_ssize_t carchive_read_gunzipped(struct archive *archive, void *context, const void **buffer) {
    for (;;) {
        if (place == BEHIND) return 0;
        if (stream.avail_in == 0) {
            const void *input;
            la_ssize_t count = carchive_read_packed(archive, context, &input);
            if (count < 0) return count;
            if (count == 0 && place == INSIDE) return fail(archive, "truncated gzip input");
            if (count == 0) place = BEHIND;
            stream.next_in = (Bytef *)input;
            stream.avail_in = (uInt)count;
            continue;
        }
        if (place == BETWEEN) {
            begin_member();
            continue;
        }
        stream.next_out = output;
        stream.avail_out = sizeof output;
        int status = inflate(&stream, Z_NO_FLUSH);
        if (status == Z_STREAM_END) {
            place = BETWEEN;
            members++;
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            // Bytes behind the last member may begin as one does.
            if (members > 0 && stream.total_in <= 2) place = BEHIND;
            else return fail(archive, stream.msg ? stream.msg : status == Z_MEM_ERROR ? "no memory" : "bad gzip data");
        }
        size_t count = sizeof output - stream.avail_out;
        if (count > 0) {
            *buffer = output;
            return (la_ssize_t)count;
        }
    }
}

int carchive_finish_gunzip(struct archive *archive) {
    const void *rest;
    while (place == INSIDE) {
        la_ssize_t count = carchive_read_gunzipped(archive, NULL, &rest);
        if (count < 0) return ARCHIVE_FATAL;
        carchive_progress++;
    }
    return ARCHIVE_OK;
}
