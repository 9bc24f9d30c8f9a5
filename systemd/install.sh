#!/usr/bin/env bash
# Makes this machine a referee: the eye and the page start by themselves when it is switched on.
#
#   sudo systemd/install.sh                      install, or run again to upgrade or mend
#   sudo systemd/install.sh --table "OPTIONS"    the same, with the options of `pi-referee watch` for this table
#   sudo systemd/install.sh --name NAME          the same, with one more name by which the page is reached
#   sudo systemd/install.sh --page "OPTIONS"     the same, with options of `pi-referee serve`, as --behind-proxy
#   sudo systemd/install.sh --relay "OPTIONS"    the same, and tell a club's broker of this table; asks for the password
#   sudo systemd/install.sh --hall               the same, and be the club's hall: broker and page for all tables
#   sudo systemd/install.sh --hall-table NAME    let one more table in at this hall's broker; prints its password
#   sudo systemd/install.sh --uninstall          remove it all; the games stay
#
# Games that were played here with `pi-referee run` before are taken over. From then on that command is not needed: two
# programs cannot watch one table, and port 8000 is the appliance's.
#
# It refuses while a game is going on (--even-in-mid-game if you must). Each version is put into a folder of its own; if
# the new one does not start, the one before is put back. Made for Raspberry Pi OS and Debian 12 and 13, 64 bit.
set -euo pipefail

here="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)"
root="$(dirname -- "$here")"
link=/opt/pi-referee
releases=/opt/pi-referee-versions
state=/var/lib/pi-referee
units=/etc/systemd/system
conf=/etc/pi-referee/table.conf
page_conf=/etc/pi-referee/page.conf
relay_conf=/etc/pi-referee/relay.conf
broker=/etc/mosquitto
services=(pi-referee-serve.service pi-referee-watch.service)
others=(pi-referee-backup.timer pi-referee-power-off.path)
asked_for=(pi-referee-relay.service pi-referee-hall.service)
usual_table="--camera pi --button gpio:17 --lamp gpio:27"

uninstall=no
force=no
table=""
page=""
relay=""
hall=no
hall_table=""

say() { printf 'pi-referee: %s\n' "$*"; }

stop() {
  printf '\npi-referee: %s\n' "$1" >&2
  shift
  (($#)) && printf '  %s\n' "$@" >&2
  exit 1
}

read_options() {
  while (($#)); do
    case "$1" in
      --uninstall) uninstall=yes ;;
      --even-in-mid-game) force=yes ;;
      --table)
        table="${2:?--table needs the options of pi-referee watch, in quotes}"
        shift
        ;;
      --name)
        page="$page --name ${2:?--name needs a name by which the page is reached}"
        shift
        ;;
      --page)
        page="$page ${2:?--page needs options of pi-referee serve, in quotes}"
        shift
        ;;
      --relay)
        relay="${2:?--relay needs options of pi-referee relay, in quotes: \"--broker HOST --user table-1\"}"
        shift
        ;;
      --hall) hall=yes ;;
      --hall-table)
        hall_table="${2:?--hall-table needs a name for the table at the broker, as table-1}"
        shift
        ;;
      *) stop "$1 is no option." "sudo systemd/install.sh [--table \"OPTIONS\"] [--name NAME] [--page \"OPTIONS\"] [--relay \"OPTIONS\"] [--hall] [--hall-table NAME] [--uninstall] [--even-in-mid-game]" ;;
    esac
    shift
  done
}

is_pi() { grep -qs 'Raspberry Pi' /proc/device-tree/model; }

# In a chroot or container there is no systemd to talk to; then everything is put in place and nothing is started.
has_systemd() { [[ -d /run/systemd/system ]]; }

check_machine() {
  [[ "$(id -u)" == 0 ]] || stop "Only an administrator may do this." "Run: sudo $0 $*"
  command -v apt-get >/dev/null || stop "There is no apt-get here." "It is made for Raspberry Pi OS and Debian 12 or 13."
  case "$(uname -m)" in
    aarch64 | x86_64) ;;
    *) stop "This system is not 64 bit ($(uname -m))." "Write the 64-bit Raspberry Pi OS to the card: OpenCV needs it." ;;
  esac
  # A 64-bit kernel may run a 32-bit system.
  [[ "$(getconf LONG_BIT)" == 64 ]] || stop "This system is not 64 bit, only its kernel is ($(uname -m))." \
    "Write the 64-bit Raspberry Pi OS to the card: OpenCV needs it."
  local codename=""
  # shellcheck disable=SC1091  # the system's own file
  codename="$(. /etc/os-release && echo "${VERSION_CODENAME:-}")"
  case "$codename" in
    bookworm | trixie) ;;
    *) say "this is $codename, on which it has not been tried; going on" ;;
  esac
}

check_nobody_plays() {
  [[ "$force" == yes || ! -x "$link/.venv/bin/python" || ! -f "$state/games.sqlite" ]] && return
  local told
  if told="$(as_referee "$link/.venv/bin/python" -m pi_referee playing --home "$state" 2>/dev/null)"; then
    stop "A game is going on, and it shall not be disturbed." "$told" "Come back later, or say --even-in-mid-game."
  fi
}

as_referee() { (cd / && runuser -u pi-referee -- "$@"); }

install_packages() {
  local names=(python3 python3-venv tesseract-ocr tesseract-ocr-swe tesseract-ocr-fin tesseract-ocr-pol libgl1)
  if apt-cache show libglib2.0-0t64 >/dev/null 2>&1; then names+=(libglib2.0-0t64); else names+=(libglib2.0-0); fi
  if is_pi; then names+=(python3-picamera2 python3-lgpio); fi
  if [[ "$hall" == yes ]]; then names+=(mosquitto); fi
  local missing=() name
  for name in "${names[@]}"; do
    dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  ((${#missing[@]})) || return 0
  say "fetching ${missing[*]} with apt"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -q update >/dev/null || say "the list of packages could not be renewed; going on with the old one"
  apt-get -q -o Dpkg::Use-Pty=0 install -y --no-install-recommends "${missing[@]}" >/dev/null ||
    stop "apt could not fetch ${missing[*]}." "Is this machine on the internet? Mend that, then run this again."
}

make_user() {
  getent passwd pi-referee >/dev/null ||
    useradd --system --user-group --home-dir "$state" --no-create-home --shell /usr/sbin/nologin pi-referee
  local group
  for group in video render gpio; do
    getent group "$group" >/dev/null || groupadd --system "$group"
    usermod -a -G "$group" pi-referee
  done
  install -d -o pi-referee -g pi-referee -m 0750 "$state"
}

# Games that somebody played here with `pi-referee run` before. While the appliance has none of its own it takes them
# over, with their pictures, tiles, decks and paired browsers; else it says where they are and how they come here.
take_over() {
  local person="${SUDO_USER:-root}" theirs
  theirs="$(getent passwd "$person" | cut -d: -f6)/.local/share/pi-referee"
  [[ -f "$theirs/games.sqlite" ]] || return 0
  if [[ -f "$state/games.sqlite" ]]; then
    say "games that $person played before are in $theirs; they stay there. To bring one here, on its page (Saved games,"
    say "Protocol) take its JSON, then: sudo -u pi-referee $link/.venv/bin/python -m pi_referee import FILE --home $state"
    return 0
  fi
  if [[ -f "$theirs/watch.lock" ]] && ! flock -n "$theirs/watch.lock" true; then
    stop "$person plays with pi-referee run just now, and only one program may watch a table." \
      "End it with Ctrl-C, then run this again: its games are taken over."
  fi
  say "taking over the games that $person played before; they stay in $theirs, too"
  cp -a -- "$theirs/." "$state/"
  rm -rf -- "$state"/{watch.lock,time.lock,table.sock,table.json,journal}
  chown -R pi-referee:pi-referee "$state"
}

# What was tested together. On a Pi the camera's part comes with the system and so does the numpy it was built for: keep
# to that one, and to what goes with it.
limits() {
  if is_pi && /usr/bin/python3 -c 'import numpy, sys; sys.exit(not numpy.__version__.startswith("1."))' 2>/dev/null; then
    grep -Ev '^(numpy|opencv-python|onnxruntime)==' "$root/constraints.txt"
    echo 'numpy<2'
  else
    cat "$root/constraints.txt"
  fi
}

# Puts the new version into a folder of its own; prints the folder.
make_release() {
  local release
  release="$releases/$(date +%Y%m%dT%H%M%S)"
  install -d -m 0755 "$releases" "$release"
  tar -C "$root" --exclude='./.*' --exclude='__pycache__' --exclude='*.egg-info' --exclude='./build' \
    --exclude='./tests' --exclude='./training' -cf - . | tar -C "$release" --no-same-owner -xf - >&2
  say "fetching the parts with pip (some minutes the first time)" >&2
  /usr/bin/python3 -m venv --system-site-packages "$release/.venv" >&2
  limits >"$release/limits.txt"
  "$release/.venv/bin/python" -m pip install --quiet --no-input --disable-pip-version-check \
    --constraint "$release/limits.txt" "$release" >&2 </dev/null || {
    rm -rf -- "$release"
    stop "pip could not fetch all parts; the lines above say which." \
      "Nothing was changed. Is this machine on the internet? Then run this again."
  }
  (cd / && "$release/.venv/bin/python" -m pi_referee --version >&2) || {
    rm -rf -- "$release"
    stop "The new version does not start; nothing was changed." "Report what the lines above say."
  }
  echo "$release"
}

# How others find the page without knowing its address, and what starts a machine that hangs. Both are the system's own.
tell_the_system() {
  if [[ -d /etc/avahi/services ]]; then
    install -m 0644 "$1/systemd/pi-referee-avahi.xml" /etc/avahi/services/pi-referee.service
  fi
  if [[ -c /dev/watchdog ]] && is_pi; then
    install -d -m 0755 /etc/systemd/system.conf.d
    install -m 0644 "$1/systemd/pi-referee-watchdog.conf" /etc/systemd/system.conf.d/pi-referee-watchdog.conf
    if has_systemd; then systemctl daemon-reexec; fi
  fi
}

forget_in_the_system() { rm -f /etc/avahi/services/pi-referee.service /etc/systemd/system.conf.d/pi-referee-watchdog.conf; }

# Behind raspi-config's overlay everything that is written is gone with the power.
warn_of_overlay() {
  if grep -Eqs '(^| )(boot=overlay|overlayroot=[^d])' /proc/cmdline && [[ "$(findmnt -no FSTYPE -T "$state")" == overlay ]]; then
    say "WARNING: $state lies behind the read-only overlay: all games are lost when the machine goes off."
    say "Switch the overlay off (raspi-config), or mount a partition of its own there; docs/reliability.md says how."
  fi
}

point_to() { ln -sfn -- "$1" "$link.new" && mv -T -- "$link.new" "$link"; }

write_conf() {
  install -d -m 0755 /etc/pi-referee
  if [[ -f "$conf" ]]; then cp -- "$conf" "$conf.before"; fi
  if [[ -n "$table" || ! -f "$conf" ]]; then
    local wanted="${table:-$usual_table}"
    if [[ -z "$table" ]] && ! is_pi; then wanted="--camera webcam --button none --lamp none"; fi
    printf '# The options of pi-referee watch for this table; docs/wiring.md explains them.\n%s\n' \
      "PI_REFEREE_TABLE=$wanted" >"$conf"
  fi
  if [[ -n "$page" ]]; then
    printf '# More options of pi-referee serve for this house; docs/commands.md explains them.\n%s\n' \
      "PI_REFEREE_PAGE=${page# }" >"$page_conf"
  fi
}

# The broker of the club's tables: nobody comes in without a password, and a table writes under its own name only.
# Passwords that are there stay; the files with certificates are the house's own.
write_broker() {
  local from="$1/systemd/mosquitto"
  install -m 0644 "$from/pi-referee.conf" "$broker/conf.d/pi-referee.conf"
  if [[ -f "$broker/pi-referee-certificates/server.key" ]]; then
    install -m 0644 "$from/pi-referee-tls.conf" "$broker/conf.d/pi-referee-tls.conf"
    # Then only the hall itself, on this machine, goes without it.
    sed -i 's/^listener 1883$/listener 1883 localhost/' "$broker/conf.d/pi-referee.conf"
  fi
  install -o mosquitto -g mosquitto -m 0600 "$from/pi-referee.acl" "$broker/pi-referee.acl"
  if [[ ! -f "$broker/pi-referee.passwd" ]]; then
    install -o mosquitto -g mosquitto -m 0600 /dev/null "$broker/pi-referee.passwd"
  fi
  if [[ ! -f /etc/pi-referee/hall.password ]]; then
    (umask 077 && new_password >/etc/pi-referee/hall.password)
    let_in hall "$(cat /etc/pi-referee/hall.password)"
  fi
  # Where it listens it only learns when it starts.
  if has_systemd; then systemctl restart mosquitto; fi
}

new_password() { head -c 15 /dev/urandom | base64 | tr '+/' '-_'; }

# The password goes in by a file, not by the command line, which every user of the machine can read.
let_in() {
  local draft
  draft="$(mktemp)"
  printf '%s:%s\n' "$1" "$2" >"$draft"
  mosquitto_passwd -U "$draft"
  { grep -v "^$1:" "$broker/pi-referee.passwd" || true; } >>"$draft"
  install -o mosquitto -g mosquitto -m 0600 "$draft" "$broker/pi-referee.passwd"
  rm -f -- "$draft"
  if has_systemd; then systemctl reload-or-restart mosquitto; fi
}

let_table_in() {
  [[ "$hall_table" =~ ^[a-z0-9][a-z0-9-]{0,31}$ && "$hall_table" != hall ]] ||
    stop "$hall_table is no name for a table." "Take small letters, figures and hyphens, as table-1; house is Home Assistant's."
  [[ -f "$broker/pi-referee.passwd" ]] || stop "There is no broker here." "Run first: sudo systemd/install.sh --hall"
  local password
  password="$(new_password)"
  let_in "$hall_table" "$password"
  say "$hall_table may come in; its password is $password"
  say "on that table's machine: sudo systemd/install.sh --relay \"--broker $(hostname).local --user $hall_table\""
}

write_relay() {
  printf '# The options of pi-referee relay; docs/hall.md explains them.\n%s\n' "PI_REFEREE_RELAY=$relay" >"$relay_conf"
  local password=""
  if [[ ! -f /etc/pi-referee/relay.password || -t 0 ]]; then
    read -r -s -p "The password that the hall gave this table (empty: as it was): " password || true
    echo
  fi
  if [[ -n "$password" ]]; then (umask 077 && printf '%s\n' "$password" >/etc/pi-referee/relay.password); fi
  [[ -s /etc/pi-referee/relay.password ]] || stop "Without a password the broker does not let this table in." \
    "The hall gives one: sudo systemd/install.sh --hall-table NAME. Then run this again."
}

start_asked_for() {
  local unit
  for unit in "$@"; do
    systemctl --root=/ enable -q "$unit" 2>/dev/null || systemctl enable -q "$unit"
    if has_systemd; then systemctl restart "$unit" || say "$unit does not start: journalctl -u $unit -n 50"; fi
  done
}

# Of the version in this folder: one that is put back gets its own units back, too.
install_units() {
  local unit
  for unit in "$1"/systemd/*.service "$1"/systemd/*.timer "$1"/systemd/*.path; do
    install -m 0644 "$unit" "$units/"
  done
  systemctl --root=/ enable -q "${services[@]}" "${others[@]}" 2>/dev/null || systemctl enable -q "${services[@]}" "${others[@]}"
}

start_services() {
  systemctl daemon-reload
  systemctl reset-failed 'pi-referee-*' 2>/dev/null || true
  systemctl try-restart "${asked_for[@]}" 2>/dev/null || true
  systemctl restart "${others[@]}" && systemctl restart "${services[@]}"
}

keep_newest() {
  local current old
  current="$(readlink -f "$link")"
  while read -r old; do
    [[ "$releases/$old" == "$current" ]] || rm -rf -- "${releases:?}/$old"
  done < <(find "$releases" -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort -r | tail -n +3)
}

remove_all() {
  if has_systemd; then systemctl disable -q --now "${services[@]}" "${others[@]}" "${asked_for[@]}" pi-referee-safe.service 2>/dev/null || true; fi
  local unit
  for unit in "$root"/systemd/*.service "$root"/systemd/*.timer "$root"/systemd/*.path; do
    unit="$(basename -- "$unit")"
    rm -f -- "$units/$unit" "$units"/*.wants/"$unit"
  done
  rm -rf -- "$link" "$releases" /etc/pi-referee
  rm -f -- "$broker"/conf.d/pi-referee*.conf "$broker"/pi-referee.acl "$broker"/pi-referee.passwd
  forget_in_the_system
  if has_systemd; then systemctl daemon-reload; fi
  say "removed; the games and their pictures are still in $state"
}

read_options "$@"
check_machine "$@"
check_nobody_plays
if [[ "$uninstall" == yes ]]; then
  remove_all
  exit 0
fi
if [[ -n "$hall_table" ]]; then
  let_table_in
  exit 0
fi

install_packages
make_user
take_over
# readlink names a folder even where there is none, as after --uninstall.
before=""
if [[ -x "$link/.venv/bin/python" ]]; then before="$(readlink -f "$link")"; fi
if [[ -n "$before" && -f "$state/games.sqlite" ]]; then
  as_referee "$before/.venv/bin/python" -m pi_referee backup --home "$state" --without-pictures ||
    stop "The games could not be backed up, so nothing was changed." "See what the lines above say, then run this again."
fi
new="$(make_release)"
write_conf
install_units "$new"
point_to "$new"
if ! has_systemd; then
  say "everything is in place; it starts when the machine does"
elif start_services; then
  say "everything runs: open http://$(hostname).local:8000/ or http://$(hostname -I 2>/dev/null | awk '{print $1}'):8000/"
elif [[ -n "$before" && -d "$before" ]]; then
  point_to "$before"
  install_units "$before"
  if [[ -f "$conf.before" ]]; then mv -- "$conf.before" "$conf"; fi
  rm -rf -- "$new"
  start_services || true
  stop "The new version did not start; the one before is back, with the options it had." \
    "To see why: journalctl -u 'pi-referee-*' -n 50"
else
  stop "Everything is in place, but it does not start." "To see why: journalctl -u 'pi-referee-*' -n 50" \
    "$link/.venv/bin/python -m pi_referee doctor says what is missing."
fi
rm -f -- "$conf.before"
if [[ "$hall" == yes ]]; then
  write_broker "$new"
  start_asked_for pi-referee-hall.service
  say "the hall is at http://$(hostname).local:8010/; let each table in: sudo systemd/install.sh --hall-table table-1"
fi
if [[ -n "$relay" ]]; then
  write_relay
  start_asked_for pi-referee-relay.service
fi
tell_the_system "$new"
keep_newest
warn_of_overlay
