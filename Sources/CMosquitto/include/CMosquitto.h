#pragma once
#include <mosquitto.h>
#include <mqtt_protocol.h>

/// Loads libmosquitto, before any other function is called: of the programs that are one file, the bridge alone needs it.
///
/// Returns NULL, or why it cannot be loaded.
const char *mosquitto_library_load(void);
