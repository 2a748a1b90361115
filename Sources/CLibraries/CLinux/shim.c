#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

const int clinux_O_PATH = O_PATH, clinux_O_TMPFILE = O_TMPFILE, clinux_O_DIRECTORY = O_DIRECTORY,
          clinux_O_NOFOLLOW = O_NOFOLLOW, clinux_O_NOATIME = O_NOATIME;
const int clinux_F_SETLEASE = F_SETLEASE, clinux_F_GETLEASE = F_GETLEASE, clinux_F_SETSIG = F_SETSIG,
          clinux_F_SETPIPE_SZ = F_SETPIPE_SZ, clinux_F_GET_SEALS = F_GET_SEALS;
const int clinux_SEEK_DATA = SEEK_DATA, clinux_SEEK_HOLE = SEEK_HOLE;
const int clinux_SO_PEERCRED = SO_PEERCRED, clinux_SO_PEERGROUPS = 59, clinux_SO_PEERPIDFD = 77;
const int clinux_CLOCK_BOOTTIME = CLOCK_BOOTTIME;
const unsigned clinux_RENAME_NOREPLACE = RENAME_NOREPLACE, clinux_RENAME_EXCHANGE = RENAME_EXCHANGE;
const int clinux_AT_EMPTY_PATH = AT_EMPTY_PATH, clinux_AT_SYMLINK_FOLLOW = AT_SYMLINK_FOLLOW;

int clinux_peer_credentials(int fd, struct clinux_peer *peer) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    int result = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length);
    if (result == 0) *peer = (struct clinux_peer){credentials.pid, credentials.uid, credentials.gid};
    return result;
}

int clinux_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
int clinux_openat(int directory, const char *path, int flags, mode_t mode) {
    return openat(directory, path, flags, mode);
}
int clinux_fcntl(int fd, int command, long argument) { return fcntl(fd, command, argument); }
int clinux_open_beneath(int directory, const char *path, int flags, mode_t mode, int no_symlinks) {
    struct open_how how = {
        .flags = (uint64_t)flags,
        .mode = mode,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | (no_symlinks ? RESOLVE_NO_SYMLINKS : 0)};
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}
int clinux_ficlone(int destination, int source) { return ioctl(destination, FICLONE, source); }
int clinux_pidfd_open(pid_t pid, unsigned flags) { return (int)syscall(SYS_pidfd_open, pid, flags); }
int clinux_pidfd_send_signal(int pidfd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}
int clinux_close_range(unsigned first, unsigned last) { return (int)syscall(SYS_close_range, first, last, 0); }
int clinux_renameat2(int from, const char *old_name, int to, const char *new_name, unsigned flags) {
    return renameat2(from, old_name, to, new_name, flags);
}
ssize_t clinux_copy_file_range(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t length) {
    return copy_file_range(from, from_offset, to, to_offset, length, 0);
}
ssize_t clinux_splice(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t length, int nonblocking) {
    return splice(from, from_offset, to, to_offset, length, SPLICE_F_MOVE | (nonblocking ? SPLICE_F_NONBLOCK : 0));
}
ssize_t clinux_getdents64(int fd, void *buffer, size_t length) { return syscall(SYS_getdents64, fd, buffer, length); }
int clinux_terminal_columns(int fd) {
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
pid_t clinux_fork(void) { return fork(); }
int clinux_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
int clinux_lock(int fd) { return flock(fd, LOCK_EX | LOCK_NB); }
int clinux_syncfs(int fd) { return syncfs(fd); }
ssize_t clinux_random_bytes(void *buffer, size_t length) { return getrandom(buffer, length, 0); }
uint32_t clinux_random(void) {
    uint32_t bits = 0;
    // 4 bytes are always there at once when the system is up.
    (void)!getrandom(&bits, sizeof bits, 0);
    return bits;
}
int clinux_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC); }
int clinux_socket_stream(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }
int clinux_socketpair(int descriptors[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, descriptors); }
int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
int clinux_eventfd_signal(int fd) { return eventfd_write(fd, 1); }
int clinux_eventfd_clear(int fd) {
    eventfd_t count;
    return eventfd_read(fd, &count);
}
int clinux_name_thread(const char *name) { return prctl(PR_SET_NAME, name); }
int clinux_pipe(int descriptors[2]) { return pipe2(descriptors, O_CLOEXEC); }

enum { most_descriptors = 253 };
union control {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * most_descriptors)];
};

ssize_t clinux_send(int fd, const void *bytes, size_t length, const int *descriptors, size_t count, int flags) {
    struct iovec vector = {.iov_base = (void *)bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
    union control control;
    if (count > most_descriptors) {
        errno = EINVAL;
        return -1;
    }
    if (count > 0) {
        memset(&control, 0, CMSG_SPACE(sizeof(int) * count));
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * count);
    }
    return sendmsg(fd, &message, flags | MSG_NOSIGNAL);
}

ssize_t clinux_receive(int fd, void *bytes, size_t length, int *descriptors, size_t *count, int *truncated, int flags) {
    struct iovec vector = {.iov_base = bytes, .iov_len = length};
    union control control;
    struct msghdr message = {
        .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    *count = 0;
    *truncated = 0;
    ssize_t received = recvmsg(fd, &message, flags | MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t here = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(descriptors + *count, CMSG_DATA(header), here * sizeof(int));
        *count += here;
    }
    *truncated = (message.msg_flags & MSG_CTRUNC) != 0;
    return received;
}

socklen_t clinux_unix_address(struct sockaddr_un *address, const char *path, size_t length) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (length >= sizeof address->sun_path) return 0;
    memcpy(address->sun_path, path, length);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}
