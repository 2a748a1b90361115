#include <jansson.h>

// A null pointer is an error to jansson where an empty text was meant, so these put an empty one in its place.
static inline json_t *cjansson_string(const void *bytes, size_t length) {
    return json_stringn_nocheck(bytes ? (const char *)bytes : "", length);
}
static inline json_t *cjansson_member(const json_t *object, const void *name, size_t length) {
    return json_object_getn(object, name ? (const char *)name : "", length);
}
static inline int cjansson_set_member(json_t *object, const void *name, size_t length, json_t *value) {
    return json_object_setn_new_nocheck(object, name ? (const char *)name : "", length, value);
}
