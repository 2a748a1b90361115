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
/// How much was unpacked, and where the last byte of that ends that is not zero.
static int64_t unpacked, last_end;
/// Whether bytes behind the last member have been passed that are not zero.
static int has_passed_rest;

int carchive_is_zero(const void *bytes, size_t count) {
    const unsigned char *place = bytes;
    for (size_t index = 0; index < count; index++)
        if (place[index] != 0) return 0;
    return 1;
}

int carchive_begin_gunzip(void) {
    inflateEnd(&stream);
    memset(&stream, 0, sizeof stream);
    memset(&header, 0, sizeof header);
    place = BETWEEN;
    members = 0;
    unpacked = last_end = has_passed_rest = 0;
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
            if (members > 0 && stream.total_in <= 2) {
                place = BEHIND;
                has_passed_rest = 1;
            } else
                return fail(archive, stream.msg ? stream.msg : status == Z_MEM_ERROR ? "no memory" : "bad gzip data");
        }
        size_t count = sizeof output - stream.avail_out;
        if (count > 0) {
            size_t end = count;
            while (end > 0 && output[end - 1] == 0) end--;
            if (end > 0) last_end = unpacked + (int64_t)end;
            unpacked += (int64_t)count;
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

int carchive_gunzip_has_rest(struct archive *archive, int64_t end) {
    const void *rest;
    la_ssize_t count;
    while (last_end <= end && place != BEHIND) {
        if (carchive_read_gunzipped(archive, NULL, &rest) < 0) return 1;
        carchive_progress++;
    }
    if (last_end > end || has_passed_rest || !carchive_is_zero(stream.next_in, stream.avail_in)) return 1;
    while ((count = carchive_read_packed(archive, NULL, &rest)) > 0) {
        if (!carchive_is_zero(rest, (size_t)count)) return 1;
        carchive_progress++;
    }
    return 0;
}
