#include <sys/acl.h>
#include <acl/libacl.h>
