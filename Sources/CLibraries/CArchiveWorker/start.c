#define _GNU_SOURCE
#include "worker.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <iconv.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

void *carchive_make_slots(void) {
    void *slots = mmap(
        NULL, (size_t)CARCHIVE_SLOT_SIZE * CARCHIVE_SLOTS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return slots == MAP_FAILED ? NULL : slots;
}

int carchive_make_sockets(int sockets[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets);
}

ssize_t carchive_ask(int socket, const struct carchive_request *request) {
    return send(socket, request, sizeof *request, MSG_NOSIGNAL);
}

ssize_t carchive_hear(int socket, void *buffer) { return recv(socket, buffer, CARCHIVE_MOST_MESSAGE, 0); }

int carchive_finish(pid_t worker, int kill_first) {
    int status;
    if (kill_first) kill(worker, SIGKILL);
    while (waitpid(worker, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return status;
}

#define ALLOW(name) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

// What it takes to compute and to talk over descriptors that are open: nothing is opened, started or connected to.
// Where the kernel has no filters the process is still one of its own.
static void allow_reading_only(void) {
#ifdef ARCHITECTURE
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(read), ALLOW(pread64), ALLOW(recvfrom), ALLOW(sendto), ALLOW(lseek), ALLOW(fstat),
        ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise), ALLOW(brk), ALLOW(futex),
        ALLOW(clock_gettime), ALLOW(gettimeofday), ALLOW(getrandom), ALLOW(sched_yield), ALLOW(prlimit64),
        ALLOW(rt_sigreturn), ALLOW(rt_sigprocmask), ALLOW(restart_syscall), ALLOW(exit), ALLOW(exit_group),
        // Whoever asks for more gets an error, and has to live with it.
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#endif
}

static void limit(int resource, int64_t value) {
    struct rlimit limits = {.rlim_cur = (rlim_t)value, .rlim_max = (rlim_t)value};
    (void)setrlimit(resource, &limits);
}

// The first number of statm is the whole address space, in pages. No stdio: its locks may be another thread's.
static int64_t address_space(void) {
    char text[64];
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return 0;
    text[count] = 0;
    return atoll(text) * sysconf(_SC_PAGESIZE);
}

static int watched_seconds;
static double spent_before;
static time_t moved_before;
static uint64_t progress_before;

static double computed(void) {
    struct timespec spent;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return (double)spent.tv_sec + (double)spent.tv_nsec / 1e9;
}

// Once a second: ends a process that has computed for too long without getting anywhere, and one that neither computes
// nor waits for its archive or its caller, which only a lock that the fork cut off from its owner can bring about.
static void watch(int signal) {
    (void)signal;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (carchive_progress != progress_before || moved_before == 0 || carchive_waits) {
        progress_before = carchive_progress;
        spent_before = computed();
        moved_before = now.tv_sec;
    } else if (computed() - spent_before >= watched_seconds || now.tv_sec - moved_before >= 20 + 10 * watched_seconds) {
        _exit(CARCHIVE_STALLED);
    }
}

static void start_watching(int seconds) {
    watched_seconds = seconds;
    struct sigaction action = {.sa_handler = watch, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    struct itimerval second = {.it_interval = {.tv_sec = 1}, .it_value = {.tv_sec = 1}};
    setitimer(ITIMER_REAL, &second, NULL);
}

static void keep_only(struct carchive_setup *setup) {
    // Above the numbers that they are to have, so that neither takes the other's place.
    int archive = fcntl(setup->archive, F_DUPFD, 16), socket = fcntl(setup->socket, F_DUPFD, 16);
    if (archive < 0 || socket < 0) _exit(1);
    int nowhere = open("/dev/null", O_RDWR);
    for (int number = 0; number < 3; number++) (nowhere < 0) ? (void)close(number) : (void)dup2(nowhere, number);
    dup2(archive, 3);
    dup2(socket, 4);
    // Locks, leases and pipes of the program must not live on here.
    if (syscall(SYS_close_range, 5u, ~0u, 0u) != 0)
        for (int number = 5; number < 65536; number++) close(number);
    setup->archive = 3;
    setup->socket = 4;
}

static pthread_once_t prepared = PTHREAD_ONCE_INIT;
static locale_t utf8;

// Once and before the first fork: what reads files or takes locks, and what a worker can do no more. libarchive loses
// names in the C locale, and asks for these character sets on behalf of LHA archives; they stay loaded while open.
static void prepare_libc(void) {
    static const char *const sets[] = {"CP932", "CP936", "CP949", "CP950", "CP437", "CP850", "CP866", "CP1251", "CP1252"};
    utf8 = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
    tzset();
    for (size_t index = 0; index < sizeof sets / sizeof *sets; index++) (void)iconv_open("UTF-8", sets[index]);
    if (!utf8) return;
    // A locale loads its conversions when they are first used, under a lock of iconv's that a fork can cut off.
    locale_t before = uselocale(utf8);
    wchar_t wide;
    char narrow[MB_LEN_MAX];
    mbstate_t state = {0};
    (void)mbrtowc(&wide, "\303\244", 2, &state);
    memset(&state, 0, sizeof state);
    (void)wcrtomb(narrow, L'\u00e4', &state);
    uselocale(before);
}

// glibc makes its allocator usable in a forked child, but not iconv, whose one lock stays locked there if a thread had it.
static pthread_mutex_t iconv_lock = PTHREAD_MUTEX_INITIALIZER;

void carchive_lock_iconv(void) { pthread_mutex_lock(&iconv_lock); }
void carchive_unlock_iconv(void) { pthread_mutex_unlock(&iconv_lock); }

pid_t carchive_start(const struct carchive_setup *setup) {
    pthread_once(&prepared, prepare_libc);
    if (!utf8) {
        errno = ENOENT;
        return -1;
    }
    sigset_t all, before;
    sigfillset(&all);
    // No handler of the program runs in the child.
    pthread_sigmask(SIG_BLOCK, &all, &before);
    carchive_lock_iconv();
    pid_t child = fork();
    if (child != 0) {
        int reason = errno;
        carchive_unlock_iconv();
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        errno = reason;
        return child;
    }
    struct carchive_setup own = *setup;
    for (int number = 1; number < 65; number++) signal(number, SIG_DFL);
    keep_only(&own);
    prctl(PR_SET_NAME, "archive-reader");
    uselocale(utf8);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_AS, address_space() + own.memory);
    limit(RLIMIT_NOFILE, 5);
    start_watching(own.seconds);
    sigemptyset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    carchive_prepare(&own);
    allow_reading_only();
    carchive_serve();
    _exit(0);
}
