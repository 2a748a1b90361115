// Reads archives by libarchive in a process that can do nothing else, so that neither an endless loop nor a fault of a
// parser is anybody else's: what it reads comes from people whom nobody vouches for.
//
// The process is forked and runs this C code alone, never Swift: a fork of a process with threads may use what glibc
// keeps usable in the child, which malloc is and the Swift runtime is not. It ends itself when it computes for a while
// without getting anywhere.
#ifndef CARCHIVEWORKER_H
#define CARCHIVEWORKER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    /// Bytes in a slot of the shared memory.
    CARCHIVE_SLOT_SIZE = 256 * 1024,
    CARCHIVE_SLOTS = 4,
    /// The longest name that is passed on whole, in bytes, and the longest explanation.
    CARCHIVE_MOST_NAME = 65536,
    CARCHIVE_MOST_TEXT = 1024,
    /// The largest message.
    CARCHIVE_MOST_MESSAGE = 2 * CARCHIVE_MOST_NAME + 2 * CARCHIVE_MOST_TEXT + 256,
    /// The exit status of a worker that got nowhere.
    CARCHIVE_STALLED = 3,
};

/// What a worker is asked, one message each.
enum carchive_question {
    /// For the next entry: answered by a header, an end or a failure, which is ARCHIVE_RETRY for a header that cannot be
    /// read, behind which others may come. What is left of the entry before is skipped.
    CARCHIVE_NEXT = 1,
    /// For the contents of the entry: answered by blocks, then by an end or a failure.
    CARCHIVE_CONTENTS,
    /// For the contents of a member of a zip archive, wherever it lies: answered as CARCHIVE_CONTENTS is.
    CARCHIVE_MEMBER,
    /// None: a slot is free again.
    CARCHIVE_FREED,
    /// None: no more blocks of these contents. The worker answers by an end or a failure, once, after blocks that are on their way.
    CARCHIVE_ENOUGH,
};

struct carchive_request {
    uint32_t question;
    /// Of a member: the method and the flags of its record, the checksum of its contents.
    uint32_t method, flags, checksum;
    /// Of a member: where its packed bytes begin, how many they are, and how many they unpack to.
    int64_t offset, packed, size;
};

enum carchive_answer { CARCHIVE_HEADER = 1, CARCHIVE_BLOCK, CARCHIVE_END, CARCHIVE_FAILURE };

struct carchive_reply {
    uint32_t answer;
    /// Of a block: the slot that holds it.
    uint32_t slot;
    /// Of a block: its place in the contents and its length; of an end of contents: their length.
    int64_t offset, length;
    /// How many bytes of the archive were read so far.
    int64_t consumed;
    /// libarchive's code, such as ARCHIVE_WARN, and the system's error number or 0.
    int32_t status, error;
    /// Of a header: the type bits and permissions of the mode; which fields are set; the size; the time.
    uint32_t mode, has_size, has_time, encrypted;
    int64_t size, seconds, nanoseconds;
    /// Of a header: where libarchive began to look for it.
    int64_t place;
    /// Of a header or a failure: whether libarchive has met something encrypted, its code of the format.
    int32_t has_encrypted, format, filters;
    /// Of an end of entries: whether bytes stand behind it that were not read.
    int32_t has_rest;
    /// Whether the name, and the link, are there at all.
    uint32_t has_name, link_kind;
    /// Bytes that follow: the name, the link's target, the format's name, the explanation.
    uint32_t name, link, format_name, text;
};

enum carchive_link { CARCHIVE_NO_LINK, CARCHIVE_SYMBOLIC, CARCHIVE_HARD };

/// Formats that what is compressed is looked at for only where its name says so: what makes them is common in files that
/// are none.
enum carchive_named_format {
    CARCHIVE_NAMED_MTREE = 1, CARCHIVE_NAMED_AR = 2, CARCHIVE_NAMED_WARC = 4, CARCHIVE_NAMED_LHA = 8,
    CARCHIVE_NAMED_CPIO = 16,
};

struct carchive_setup {
    /// The archive: a regular file, read by offset from 0, or a stream.
    int archive;
    /// A SOCK_SEQPACKET socket to talk over.
    int socket;
    int is_stream;
    /// Whether members of a zip archive are asked for, rather than entry by entry.
    int is_zip;
    /// Of what is compressed: formats that its name speaks for, as bits.
    int named_formats;
    /// Of what is compressed: whether its name leaves it open that it is one file and no archive.
    int may_be_file;
    /// Of a stream: what was read of it already.
    const void *head;
    size_t head_length;
    /// Shared memory of CARCHIVE_SLOTS slots.
    void *slots;
    /// How much more address space it may take, in bytes.
    int64_t memory;
    /// For how many seconds it may compute without an entry, a byte of contents or a new byte of the archive.
    int seconds;
};

/// Shared memory for a worker; NULL without memory. To be given back by munmap.
void *carchive_make_slots(void);
/// socketpair(2): SOCK_SEQPACKET, close-on-exec.
int carchive_make_sockets(int sockets[2]);
/// Starts a worker; -1 with errno where it cannot be.
pid_t carchive_start(const struct carchive_setup *setup);
/// To be held by whoever opens or closes a conversion of iconv's while a worker may be started by another thread.
void carchive_lock_iconv(void);
void carchive_unlock_iconv(void);
/// Sends a request; -1 with errno.
ssize_t carchive_ask(int socket, const struct carchive_request *request);
/// Waits for a reply, whose texts follow it in the buffer of CARCHIVE_MOST_MESSAGE bytes; 0 when the worker has ended.
ssize_t carchive_hear(int socket, void *buffer);
/// Ends a worker and waits for it. The status of waitpid(2), or -1.
int carchive_finish(pid_t worker, int kill_first);

#endif
