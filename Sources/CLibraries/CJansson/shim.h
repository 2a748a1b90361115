#include <jansson.h>

// A null pointer is an error to jansson where an empty text was meant, so this puts an empty one in its place.
static inline json_t *cjansson_member(const json_t *object, const void *name, size_t length) {
    return json_object_getn(object, name ? (const char *)name : "", length);
}
