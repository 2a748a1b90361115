#include "worker.h"
#include <string.h>

/// Compressions by what they begin with. Only that which is there is undone: what is inside may look like a further one, as
/// a mail does that has a uuencoded part, and is the user's own.
static const struct carchive_compression compressions[] = {
    {"\x1f\x8b\x08", 3, NULL, &carchive_gzip},
    {"BZh", 3, archive_read_support_filter_bzip2, NULL},
    {"\xfd" "7zXZ\0", 6, archive_read_support_filter_xz, NULL},
    {"\x28\xb5\x2f\xfd", 4, archive_read_support_filter_zstd, NULL},
    {"\x04\x22\x4d\x18", 4, NULL, &carchive_lz4},
    {"\x02\x21\x4c\x18", 4, archive_read_support_filter_lz4, NULL},
    {"LZIP", 4, archive_read_support_filter_lzip, NULL},
    {"\x89LZO\0\r\n\x1a\n", 9, archive_read_support_filter_lzop, NULL},
    {"\x1f\x9d", 2, archive_read_support_filter_compress, NULL},
    {"\x5d\0\0", 3, archive_read_support_filter_lzma, NULL},
    {"LRZI", 4, archive_read_support_filter_lrzip, NULL},
    {"GRZipII", 7, archive_read_support_filter_grzip, NULL},
};

const struct carchive_compression *carchive_find_compression(const void *head, size_t length) {
    for (size_t index = 0; index < sizeof compressions / sizeof *compressions; index++) {
        const struct carchive_compression *one = &compressions[index];
        if (length >= one->length && memcmp(head, one->signature, one->length) == 0) return one;
    }
    return NULL;
}

void carchive_support_plain(struct archive *reader) {
    // A package has a header before what it compressed, and zstd and lz4 may have empty frames before theirs.
    archive_read_support_filter_rpm(reader);
    archive_read_support_filter_zstd(reader);
    archive_read_support_filter_lz4(reader);
    archive_read_support_filter_gzip(reader);
    archive_read_support_filter_bzip2(reader);
    archive_read_support_filter_xz(reader);
    archive_read_support_filter_lzma(reader);
    archive_read_support_format_ar(reader);
    archive_read_support_format_cpio(reader);
    archive_read_support_format_empty(reader);
    archive_read_support_format_lha(reader);
    archive_read_support_format_mtree(reader);
    archive_read_support_format_tar(reader);
    archive_read_support_format_xar(reader);
    archive_read_support_format_warc(reader);
    archive_read_support_format_7zip(reader);
    archive_read_support_format_cab(reader);
    archive_read_support_format_rar(reader);
    archive_read_support_format_rar5(reader);
    archive_read_support_format_iso9660(reader);
}

void carchive_support_compressed(
    struct archive *reader, const struct carchive_compression *compression, int named_formats, int is_one_file) {
    if (compression->support) compression->support(reader);
    if (is_one_file) {
        archive_read_support_format_empty(reader);
        return;
    }
    archive_read_support_format_tar(reader);
    archive_read_support_format_iso9660(reader);
    archive_read_support_format_xar(reader);
    if (named_formats & CARCHIVE_NAMED_CPIO) archive_read_support_format_cpio(reader);
    if (named_formats & CARCHIVE_NAMED_MTREE) archive_read_support_format_mtree(reader);
    if (named_formats & CARCHIVE_NAMED_AR) archive_read_support_format_ar(reader);
    if (named_formats & CARCHIVE_NAMED_WARC) archive_read_support_format_warc(reader);
    if (named_formats & CARCHIVE_NAMED_LHA) archive_read_support_format_lha(reader);
}
