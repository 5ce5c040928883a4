#include "include/CMosquitto.h"

#include <dlfcn.h>

// The functions of libmosquitto that the bridge calls, under their own names, each calling what was loaded. The
// compiler compares each with its declaration in mosquitto.h.
#define FUNCTIONS(F)                                                                                                   \
  F(const char *, mosquitto_connack_string, (int code), (code))                                                        \
  F(int, mosquitto_connect_bind_v5,                                                                                    \
    (struct mosquitto * m, const char *host, int port, int keepalive, const char *address,                             \
     const mosquitto_property *properties),                                                                            \
    (m, host, port, keepalive, address, properties))                                                                   \
  F(void, mosquitto_connect_v5_callback_set,                                                                           \
    (struct mosquitto * m, void (*f)(struct mosquitto *, void *, int, int, const mosquitto_property *)), (m, f))       \
  F(void, mosquitto_destroy, (struct mosquitto * m), (m))                                                              \
  F(int, mosquitto_disconnect, (struct mosquitto * m), (m))                                                            \
  F(void, mosquitto_disconnect_v5_callback_set,                                                                        \
    (struct mosquitto * m, void (*f)(struct mosquitto *, void *, int, const mosquitto_property *)), (m, f))            \
  F(int, mosquitto_int_option, (struct mosquitto * m, enum mosq_opt_t option, int value), (m, option, value))          \
  F(int, mosquitto_lib_init, (void), ())                                                                               \
  F(void, mosquitto_log_callback_set,                                                                                  \
    (struct mosquitto * m, void (*f)(struct mosquitto *, void *, int, const char *)), (m, f))                          \
  F(int, mosquitto_loop_misc, (struct mosquitto * m), (m))                                                             \
  F(int, mosquitto_loop_read, (struct mosquitto * m, int packets), (m, packets))                                       \
  F(int, mosquitto_loop_write, (struct mosquitto * m, int packets), (m, packets))                                      \
  F(void, mosquitto_message_v5_callback_set,                                                                           \
    (struct mosquitto * m, void (*f)(struct mosquitto *, void *, const struct mosquitto_message *,                     \
                                     const mosquitto_property *)),                                                     \
    (m, f))                                                                                                            \
  F(struct mosquitto *, mosquitto_new, (const char *id, bool clean, void *owner), (id, clean, owner))                  \
  F(int, mosquitto_property_add_binary, (mosquitto_property * *list, int id, const void *value, uint16_t length),      \
    (list, id, value, length))                                                                                         \
  F(int, mosquitto_property_add_int32, (mosquitto_property * *list, int id, uint32_t value), (list, id, value))        \
  F(void, mosquitto_property_free_all, (mosquitto_property * *list), (list))                                           \
  F(const mosquitto_property *, mosquitto_property_read_binary,                                                        \
    (const mosquitto_property *list, int id, void **value, uint16_t *length, bool next),                               \
    (list, id, value, length, next))                                                                                   \
  F(const mosquitto_property *, mosquitto_property_read_string,                                                        \
    (const mosquitto_property *list, int id, char **value, bool next), (list, id, value, next))                        \
  F(int, mosquitto_publish_v5,                                                                                         \
    (struct mosquitto * m, int *id, const char *topic, int length, const void *payload, int qos, bool retain,          \
     const mosquitto_property *properties),                                                                            \
    (m, id, topic, length, payload, qos, retain, properties))                                                          \
  F(void, mosquitto_publish_v5_callback_set,                                                                           \
    (struct mosquitto * m, void (*f)(struct mosquitto *, void *, int, int, const mosquitto_property *)), (m, f))       \
  F(const char *, mosquitto_reason_string, (int code), (code))                                                         \
  F(int, mosquitto_socket, (struct mosquitto * m), (m))                                                                \
  F(const char *, mosquitto_strerror, (int error), (error))                                                            \
  F(int, mosquitto_subscribe_v5,                                                                                       \
    (struct mosquitto * m, int *id, const char *topic, int qos, int options, const mosquitto_property *properties),    \
    (m, id, topic, qos, options, properties))                                                                          \
  F(int, mosquitto_tls_set,                                                                                            \
    (struct mosquitto * m, const char *authorities, const char *folder, const char *certificate, const char *key,      \
     int (*password)(char *, int, int, void *)),                                                                       \
    (m, authorities, folder, certificate, key, password))                                                              \
  F(void, mosquitto_user_data_set, (struct mosquitto * m, void *owner), (m, owner))                                    \
  F(int, mosquitto_username_pw_set, (struct mosquitto * m, const char *user, const char *password),                    \
    (m, user, password))                                                                                               \
  F(bool, mosquitto_want_write, (struct mosquitto * m), (m))                                                           \
  F(int, mosquitto_will_set,                                                                                           \
    (struct mosquitto * m, const char *topic, int length, const void *payload, int qos, bool retain),                  \
    (m, topic, length, payload, qos, retain))

#define FORWARD(result, name, parameters, arguments)                                                                   \
  static __typeof__(name) *loaded_##name;                                                                              \
  result name parameters { return loaded_##name arguments; }
#define LOAD(result, name, parameters, arguments)                                                                      \
  if ((loaded_##name = (__typeof__(name) *)dlsym(library, #name)) == NULL) return dlerror();

FUNCTIONS(FORWARD)

const char *mosquitto_library_load(void) {
  void *library = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  FUNCTIONS(LOAD)
  return NULL;
}
