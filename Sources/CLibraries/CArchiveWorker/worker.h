#ifndef CARCHIVE_WORKER_PRIVATE_H
#define CARCHIVE_WORKER_PRIVATE_H

#include "CArchiveWorker.h"

/// Counts entries, contents and bytes of the archive that were not read before.
extern volatile uint64_t carchive_progress;
/// Whether it waits for its archive or its caller, and may do so for as long as they like.
extern volatile int carchive_waits;

/// Takes the setup, which lives as long as the process, and finds out what needs system calls.
void carchive_prepare(const struct carchive_setup *setup);
/// Answers requests until the other end closes.
void carchive_serve(void);

#endif
