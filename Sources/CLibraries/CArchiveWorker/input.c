#include "worker.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct carchive_setup *setup;
static char input[256 * 1024];
/// Where the next byte is read, how far any was, and where the file ends.
static int64_t position, furthest, file_size;
static size_t head_given;

static void move_on(void) {
    if (position > furthest) {
        furthest = position;
        carchive_progress++;
    }
}

/// Reads into `input`, of a stream what comes next; ARCHIVE_FATAL where it cannot be read.
static la_ssize_t take(struct archive *archive, size_t most, int64_t offset) {
    ssize_t count;
    carchive_waits = 1;
    do count = setup->is_stream ? read(setup->archive, input, most) : pread(setup->archive, input, most, offset);
    while (count < 0 && errno == EINTR);
    carchive_waits = 0;
    if (count < 0) {
        archive_set_error(archive, errno, "the archive cannot be read");
        return ARCHIVE_FATAL;
    }
    return count;
}

la_ssize_t carchive_read_packed(struct archive *archive, void *context, const void **buffer) {
    (void)context;
    if (setup->is_stream && head_given < setup->head_length) {
        *buffer = setup->head;
        head_given = setup->head_length;
        position += (int64_t)head_given;
        move_on();
        return (la_ssize_t)head_given;
    }
    la_ssize_t count = take(archive, sizeof input, position);
    if (count < 0) return count;
    position += count;
    move_on();
    *buffer = input;
    return count;
}

la_int64_t carchive_skip_packed(struct archive *archive, void *context, la_int64_t request) {
    (void)archive, (void)context;
    // Never beyond the end, so that a read there finds out that the archive is cut.
    int64_t rest = file_size - position;
    if (request > rest) request = rest;
    if (request <= 0) return 0;
    position += request;
    move_on();
    return request;
}

la_int64_t carchive_seek_packed(struct archive *archive, void *context, la_int64_t offset, int whence) {
    (void)context;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : file_size;
    int64_t target;
    if (__builtin_add_overflow(base, offset, &target) || target < 0) {
        archive_set_error(archive, EINVAL, "a place before the beginning of the archive");
        return ARCHIVE_FATAL;
    }
    return position = target;
}

// A member of a zip archive is given to libarchive as a stream of its own, whose header says what the directory says:
// so there is one reading of the archive, its directory's, whatever stands in the members' own headers.

static struct carchive_request member;
static unsigned char member_header[64];
static size_t member_header_length, member_header_given;
static int64_t member_given;

static void put(unsigned char *place, uint64_t value, int count) {
    for (int index = 0; index < count; index++) place[index] = (unsigned char)(value >> 8 * index);
}

void carchive_begin_member(const struct carchive_request *request) {
    member = *request;
    member_given = 0;
    member_header_given = 0;
    unsigned char *h = member_header;
    memset(h, 0, sizeof member_header);
    memcpy(h, "PK\3\4", 4);
    put(h + 4, 45, 2);
    // Of the flags only the two that belong to the method: the rest speaks of what the directory has settled.
    put(h + 6, member.flags & 6, 2);
    put(h + 8, member.method, 2);
    put(h + 12, 0x21, 2);
    put(h + 14, member.checksum, 4);
    put(h + 18, 0xFFFFFFFF, 4);
    put(h + 22, 0xFFFFFFFF, 4);
    put(h + 26, 1, 2);
    put(h + 28, 20, 2);
    h[30] = 'x';
    put(h + 31, 1, 2);
    put(h + 33, 16, 2);
    put(h + 35, (uint64_t)member.size, 8);
    put(h + 43, (uint64_t)member.packed, 8);
    member_header_length = 51;
}

la_ssize_t carchive_read_member(struct archive *archive, void *context, const void **buffer) {
    (void)context;
    if (member_header_given < member_header_length) {
        *buffer = member_header;
        member_header_given = member_header_length;
        return (la_ssize_t)member_header_length;
    }
    int64_t rest = member.packed - member_given;
    // Asked for more than the member has: what follows is no business of its reader.
    if (rest == 0) return 0;
    size_t most = rest < (int64_t)sizeof input ? (size_t)rest : sizeof input;
    la_ssize_t count = take(archive, most, member.offset + member_given);
    if (count < 0) return count;
    member_given += count;
    if (count > 0) carchive_progress++;
    *buffer = input;
    return count;
}

void carchive_prepare_input(const struct carchive_setup *given) {
    struct stat status;
    setup = given;
    file_size = fstat(setup->archive, &status) == 0 ? status.st_size : 0;
}

int64_t carchive_consumed(void) { return furthest; }

int carchive_has_bytes_from(struct archive *archive, int64_t offset) {
    for (;;) {
        la_ssize_t count = take(archive, sizeof input, offset);
        if (count == 0) return 0;
        // What cannot be read is there.
        if (count < 0) return 1;
        if (!carchive_is_zero(input, (size_t)count)) return 1;
        offset += count;
        carchive_progress++;
    }
}
