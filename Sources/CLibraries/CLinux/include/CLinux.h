// What Swift cannot reach by itself: variadic calls, macros, constants that hide behind _GNU_SOURCE, and system calls
// that glibc 2.36 has no word for. Every function here is one call of the kernel or of libc, returns what that call
// returned, and leaves errno as it was set. No _GNU_SOURCE in this header: the Swift module of Glibc is built without
// it, and types of two builds do not mix.
#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>

// open(2)
extern const int clinux_O_PATH, clinux_O_TMPFILE, clinux_O_DIRECTORY, clinux_O_NOFOLLOW, clinux_O_NOATIME;
// fcntl(2)
extern const int clinux_F_SETLEASE, clinux_F_GETLEASE, clinux_F_SETSIG, clinux_F_SETPIPE_SZ, clinux_F_GET_SEALS;
// lseek(2)
extern const int clinux_SEEK_DATA, clinux_SEEK_HOLE;
// getsockopt(2), level SOL_SOCKET; 59 and 77 are not in glibc 2.36's headers (include/uapi/asm-generic/socket.h).
extern const int clinux_SO_PEERCRED, clinux_SO_PEERGROUPS, clinux_SO_PEERPIDFD;
// clock_gettime(2)
extern const int clinux_CLOCK_BOOTTIME;
// renameat2(2)
extern const unsigned clinux_RENAME_NOREPLACE, clinux_RENAME_EXCHANGE;
// linkat(2), fstatat(2)
extern const int clinux_AT_EMPTY_PATH, clinux_AT_SYMLINK_FOLLOW;

struct clinux_peer {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};
/// SO_PEERCRED.
int clinux_peer_credentials(int fd, struct clinux_peer *peer);

// Variadic in C, so Swift cannot call them.
int clinux_open(const char *path, int flags, mode_t mode);
int clinux_openat(int directory, const char *path, int flags, mode_t mode);
int clinux_fcntl(int fd, int command, long argument);
/// openat2(2) with RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS, and RESOLVE_NO_SYMLINKS where asked.
int clinux_open_beneath(int directory, const char *path, int flags, mode_t mode, int no_symlinks);
int clinux_ficlone(int destination, int source);
int clinux_pidfd_open(pid_t pid, unsigned flags);
int clinux_pidfd_send_signal(int pidfd, int signal);
int clinux_close_range(unsigned first, unsigned last);
int clinux_renameat2(int from, const char *old_name, int to, const char *new_name, unsigned flags);
ssize_t clinux_copy_file_range(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t length);
ssize_t clinux_splice(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t length, int nonblocking);
/// Fills `buffer` with `struct linux_dirent64` records; the kernel's own reader, so that a folder of any size needs one
/// buffer and no allocation in libc.
ssize_t clinux_getdents64(int fd, void *buffer, size_t length);
/// Window width in columns of the terminal `fd`, or 0.
int clinux_terminal_columns(int fd);
/// fork(2), which Swift hides since a forked process that had threads is unsafe. To be called only while the process
/// has one thread.
pid_t clinux_fork(void);
/// memfd_create(2) with MFD_CLOEXEC.
int clinux_memfd(const char *name);
int clinux_syncfs(int fd);
/// flock(2), exclusive, without waiting.
int clinux_lock(int fd);
/// 32 random bits (getrandom(2)).
uint32_t clinux_random(void);
/// getrandom(2).
ssize_t clinux_random_bytes(void *buffer, size_t length);
/// accept4(2) with SOCK_CLOEXEC.
int clinux_accept(int fd);
int clinux_socket_stream(void);
int clinux_socketpair(int descriptors[2]);
int clinux_pipe(int descriptors[2]);
/// eventfd(2), close-on-exec and non-blocking.
int clinux_eventfd(void);
/// Adds to an eventfd's count, so that it becomes readable.
int clinux_eventfd_signal(int fd);
/// Sets an eventfd's count to zero.
int clinux_eventfd_clear(int fd);
/// The calling thread's name (PR_SET_NAME), 15 bytes of it.
int clinux_name_thread(const char *name);
int clinux_allow_computing_only(void);

/// sendmsg(2) with `count` descriptors in one SCM_RIGHTS message (at most 253, the kernel's bound), MSG_NOSIGNAL.
ssize_t clinux_send(int fd, const void *bytes, size_t length, const int *descriptors, size_t count, int flags);
/// recvmsg(2) with MSG_CMSG_CLOEXEC. Stores the received descriptors (room for 253) and their count, and 1 in
/// `truncated` when the kernel dropped some (MSG_CTRUNC).
ssize_t clinux_receive(int fd, void *bytes, size_t length, int *descriptors, size_t *count, int *truncated, int flags);

/// A sockaddr_un for `path` of `length` bytes; returns the address length, or 0 where the path is too long.
socklen_t clinux_unix_address(struct sockaddr_un *address, const char *path, size_t length);

// fgetxattr(2) and its kin, which the Swift module of Glibc leaves out.
#include <sys/xattr.h>

#endif
