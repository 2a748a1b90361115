#include "worker.h"
#include <errno.h>
#include <lz4frame.h>
#include <string.h>
#include <zlib.h>

/// The codec in use, of this process's one archive.
static const struct carchive_codec *codec;
static unsigned char output[256 * 1024];
/// What is read of the packed bytes and not used yet.
static const unsigned char *next;
static size_t left;
/// Between members, in one, or behind the last one.
static enum { BETWEEN, INSIDE, BEHIND } place;
static int members;
/// What stands where the next member would begin, collected: it may lie in two blocks of input.
static unsigned char signature[CARCHIVE_MOST_SIGNATURE];
static size_t signature_count;
/// Whether the member is one to be skipped, which may be cut without a loss.
static int is_skipped;
/// How much was unpacked, and where the last byte of that ends that is not zero.
static int64_t unpacked, last_end;
/// Whether bytes behind the last member have been passed that are not zero.
static int has_passed_rest;

/// What a step of a codec comes to.
enum step { GOES_ON, ENDED, FAILED };

struct carchive_codec {
    const char *truncated;
    /// As many bytes tell whether a member begins.
    size_t signature_length;
    int (*is_signature)(const unsigned char *bytes);
    /// 0 without memory.
    int (*begin)(void);
    /// Before each member but the first one.
    void (*begin_next)(void);
    /// Unpacks from what is at `in` to `out`; both counts are changed to what was used.
    enum step (*step)(const unsigned char *in, size_t *in_count, unsigned char *out, size_t *out_count, const char **error);
};

// gzip

static z_stream stream;
static gz_header header;
static Bytef header_name[4096];

static int begin_gzip(void) {
    inflateEnd(&stream);
    memset(&stream, 0, sizeof stream);
    // 16: the header and the trailer of gzip, whose checksum and length are looked at.
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return 0;
    // libarchive takes name and time from here too.
    header.name = header_name;
    header.name_max = sizeof header_name;
    return inflateGetHeader(&stream, &header) == Z_OK;
}

static int is_gzip_signature(const unsigned char *bytes) { return bytes[0] == 0x1f && bytes[1] == 0x8b; }

static void begin_next_gzip(void) { inflateReset(&stream); }

static enum step step_gzip(
    const unsigned char *in, size_t *in_count, unsigned char *out, size_t *out_count, const char **error) {
    stream.next_in = (Bytef *)in;
    stream.avail_in = (uInt)*in_count;
    stream.next_out = out;
    stream.avail_out = (uInt)*out_count;
    int status = inflate(&stream, Z_NO_FLUSH);
    *in_count -= stream.avail_in;
    *out_count -= stream.avail_out;
    if (status == Z_STREAM_END) return ENDED;
    if (status == Z_OK || status == Z_BUF_ERROR) return GOES_ON;
    *error = stream.msg ? stream.msg : status == Z_MEM_ERROR ? "no memory" : "bad gzip data";
    return FAILED;
}

const struct carchive_codec carchive_gzip = {
    "truncated gzip input", 2, is_gzip_signature, begin_gzip, begin_next_gzip, step_gzip};

const char *carchive_gzip_name(void) {
    int is_whole = header.done == 1 && header.name && memchr(header_name, 0, sizeof header_name);
    return is_whole && header_name[0] ? (const char *)header_name : NULL;
}

int64_t carchive_gzip_time(void) { return header.done == 1 ? (int64_t)(uint32_t)header.time : 0; }

// lz4

static LZ4F_dctx *context;

static int begin_lz4(void) {
    if (!context) return !LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION));
    LZ4F_resetDecompressionContext(context);
    return 1;
}

/// A frame, or one that is to be skipped.
static int is_lz4_signature(const unsigned char *b) {
    return (b[0] == 0x04 && b[1] == 0x22 && b[2] == 0x4d && b[3] == 0x18)
        || ((b[0] & 0xf0) == 0x50 && b[1] == 0x2a && b[2] == 0x4d && b[3] == 0x18);
}

static void begin_next_lz4(void) { LZ4F_resetDecompressionContext(context); }

static enum step step_lz4(
    const unsigned char *in, size_t *in_count, unsigned char *out, size_t *out_count, const char **error) {
    size_t status = LZ4F_decompress(context, out, out_count, in, in_count, NULL);
    if (status == 0) return ENDED;
    if (!LZ4F_isError(status)) return GOES_ON;
    const char *name = LZ4F_getErrorName(status);
    *error = strstr(name, "hecksum") ? "a checksum of lz4 is wrong"
        : strstr(name, "alloc") ? "no memory" : "bad lz4 data";
    *out_count = 0;
    return FAILED;
}

const struct carchive_codec carchive_lz4 = {
    "truncated lz4 input", 4, is_lz4_signature, begin_lz4, begin_next_lz4, step_lz4};

// Any

int carchive_is_zero(const void *bytes, size_t count) {
    const unsigned char *byte = bytes;
    for (size_t index = 0; index < count; index++)
        if (byte[index] != 0) return 0;
    return 1;
}

int carchive_begin_unpacking(const struct carchive_codec *with) {
    codec = with;
    memset(&header, 0, sizeof header);
    place = BETWEEN;
    left = signature_count = 0;
    members = has_passed_rest = 0;
    unpacked = last_end = 0;
    return codec->begin();
}

static int fail(struct archive *archive, const char *text) {
    place = BEHIND;
    archive_set_error(archive, EILSEQ, "%s", text);
    return ARCHIVE_FATAL;
}

/// What follows the last member, zeros of a tape or anything else, is no business of the codec's.
static void end_members(void) {
    place = BEHIND;
    if (!carchive_is_zero(signature, signature_count)) has_passed_rest = 1;
}

/// 1 once there is input; at its end 0.
static la_ssize_t fill(struct archive *archive, void *ours) {
    const void *input;
    if (left > 0) return 1;
    la_ssize_t count = carchive_read_packed(archive, ours, &input);
    if (count <= 0) return count;
    next = input;
    left = (size_t)count;
    return 1;
}

/// Collects what a member begins with, and finds out whether one does.
static void go_between(void) {
    while (signature_count < codec->signature_length && left > 0) {
        signature[signature_count++] = *next++;
        left--;
    }
    if (signature_count < codec->signature_length) return;
    if (!codec->is_signature(signature)) return end_members();
    if (members > 0) codec->begin_next();
    is_skipped = codec == &carchive_lz4 && signature[0] != 0x04;
    place = INSIDE;
}

la_ssize_t carchive_read_unpacked(struct archive *archive, void *ours, const void **buffer) {
    while (place != BEHIND) {
        // What was collected comes first.
        int is_collected = place == INSIDE && signature_count > 0;
        if (!is_collected) {
            la_ssize_t status = fill(archive, ours);
            if (status < 0) return status;
            if (status == 0 && place == INSIDE && !is_skipped) return fail(archive, codec->truncated);
            if (status == 0) end_members();
            else if (place == BETWEEN) go_between();
            if (place != INSIDE || status == 0 || signature_count > 0) continue;
        }
        const char *error = NULL;
        size_t in_count = is_collected ? signature_count : left, out_count = sizeof output;
        enum step step = codec->step(is_collected ? signature : next, &in_count, output, &out_count, &error);
        if (step == FAILED) return fail(archive, error);
        if (is_collected) {
            // A few bytes are kept by any codec until it has the rest of its header.
            if (in_count < signature_count) return fail(archive, "bad compressed data");
            signature_count = 0;
        } else {
            next += in_count;
            left -= in_count;
        }
        if (step == ENDED) {
            place = BETWEEN;
            members++;
        }
        if (out_count == 0) continue;
        size_t end = out_count;
        while (end > 0 && output[end - 1] == 0) end--;
        if (end > 0) last_end = unpacked + (int64_t)end;
        unpacked += (int64_t)out_count;
        *buffer = output;
        return (la_ssize_t)out_count;
    }
    return 0;
}

int carchive_finish_unpacking(struct archive *archive) {
    const void *rest;
    while (place == INSIDE) {
        la_ssize_t count = carchive_read_unpacked(archive, NULL, &rest);
        if (count < 0) return ARCHIVE_FATAL;
        carchive_progress++;
    }
    return ARCHIVE_OK;
}

int carchive_has_unpacked_rest(struct archive *archive, int64_t end) {
    const void *rest;
    la_ssize_t count;
    while (last_end <= end && place != BEHIND) {
        if (carchive_read_unpacked(archive, NULL, &rest) < 0) return 1;
        carchive_progress++;
    }
    if (last_end > end || has_passed_rest || !carchive_is_zero(next, left)) return 1;
    while ((count = carchive_read_packed(archive, NULL, &rest)) > 0) {
        if (!carchive_is_zero(rest, (size_t)count)) return 1;
        carchive_progress++;
    }
    // What cannot be read is there.
    return count < 0;
}
