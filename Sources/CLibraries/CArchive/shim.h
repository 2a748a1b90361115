#include <archive.h>
#include <archive_entry.h>
// Names in older character sets are decoded beside libarchive, which knows one set for an archive and fails in another
// locale; the Swift module of Glibc leaves iconv out.
#include <iconv.h>
