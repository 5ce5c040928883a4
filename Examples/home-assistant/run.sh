#!/usr/bin/with-contenv bashio
# shellcheck shell=bash
# Starts deckd for the panels of the options, deckd-mqtt where there is a broker, and deckd-web where there is a token.
# When one of them ends, so does the add-on, and the Supervisor's watchdog starts it again.

socket=/run/deckd/deckd.sock
install -d -o deckd -g deckd /run/deckd /data/deckd /data/deckd-mqtt

# The values of an option that is a list, in $values.
read_list() {
  values=()
  ! bashio::config.has_value "$1" || mapfile -t values < <(bashio::config "$1")
}

# As the user deckd with the groups of the panels' nodes, and without any privilege.
groups=$(getent group deckd | cut -d: -f3)
daemon=(deckd --socket "$socket" --state-dir /data/deckd)
[ ! -e /config/deckd.toml ] || daemon+=(--config /config/deckd.toml)
read_list panels
for panel in "${values[@]}"; do
  daemon+=(--device "$panel")
  [ ! -e "$panel" ] || groups+=,$(stat -L -c %g "$panel")
done
if [ ${#values[@]} = 0 ]; then
  bashio::log.info "No panel is chosen: a page with control is the panel."
  daemon+=(--seat nobody)
fi
start() {
  setpriv --reuid=deckd --regid=deckd --groups="$groups" --no-new-privs --bounding-set=-all --inh-caps=-all "$@" &
}
start "${daemon[@]}"

user='' password='' broker=''
if bashio::config.has_value broker; then
  broker=$(bashio::config broker)
  ! bashio::config.has_value broker_user || user=$(bashio::config broker_user)
  ! bashio::config.has_value broker_password || password=$(bashio::config broker_password)
elif bashio::var.has_value "$(bashio::services mqtt host)"; then
  scheme=mqtt
  ! bashio::var.true "$(bashio::services mqtt ssl)" || scheme=mqtts
  broker=$scheme://$(bashio::services mqtt host):$(bashio::services mqtt port)
  user=$(bashio::services mqtt username)
  password=$(bashio::services mqtt password)
else
  bashio::log.warning "There is no broker: install the Mosquitto add-on, or name one in the options."
fi
if [ -n "$broker" ]; then
  bridge=(deckd-mqtt --socket "$socket" --state-dir /data/deckd-mqtt --broker "$broker" --discovery homeassistant
    --panel "$(bashio::config panel_name)")
  if [ -n "$user" ]; then
    install -m 400 -o deckd /dev/null /run/deckd-mqtt-password
    printf %s "$password" >/run/deckd-mqtt-password
    bridge+=(--user "$user" --password-file /run/deckd-mqtt-password)
  fi
  read_list allow
  for method in "${values[@]}"; do bridge+=(--allow "$method"); done
  start "${bridge[@]}"
fi

if bashio::config.has_value token; then
  page=(deckd-web --socket "$socket" --listen 0.0.0.0:8137)
  read_list hosts
  for host in "${values[@]}"; do page+=(--host "$host"); done
  ! bashio::config.true control || page+=(--control)
  DECKD_WEB_TOKEN=$(bashio::config token) start "${page[@]}"
fi

# deckd writes its state before it ends.
# shellcheck disable=SC2317 # the trap calls it
stop() {
  trap - EXIT TERM
  # shellcheck disable=SC2046 # several processes
  kill $(jobs -p) 2>/dev/null || true
  wait
}
trap stop EXIT
trap 'exit 0' TERM
wait -n || true
bashio::log.error "One of the programs has ended."
exit 1
