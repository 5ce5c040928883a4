# nooelint: oelint.var.mandatoryvar.HOMEPAGE - the project has no page
SUMMARY = "Touch panels as decks of cards"
DESCRIPTION = "deckd reads multitouch through libinput and publishes where each card of a deck is"
SECTION = "console/utils"
LICENSE = "MIT & Apache-2.0"
LIC_FILES_CHKSUM = "file://usr/share/doc/deckd/copyright;md5=3b1fccc9f825c52004a612c7c9eeb515"

# Shared libraries that the programs load; which packages those are in, the build finds out.
DEPENDS = "libevdev libinput sqlite3 systemd"
# Debian's loader of x86-64 is in /lib64.
DEPENDS:append:x86-64 = " patchelf-native"

# The programs of the Debian packages, which have the Swift runtime inside.
DEB_ARCHITECTURE = "unsupported"
DEB_ARCHITECTURE:aarch64 = "arm64"
DEB_ARCHITECTURE:x86-64 = "amd64"
SRC_URI = "\
    file://deckd_${PV}_${DEB_ARCHITECTURE}.deb;subdir=${BP} \
    file://deckd-mqtt_${PV}_${DEB_ARCHITECTURE}.deb;subdir=${BP} \
"

COMPATIBLE_HOST = "(aarch64|x86_64).*-linux"
# They are linked with glibc.
COMPATIBLE_HOST:libc-musl = "null"

REQUIRED_DISTRO_FEATURES = "systemd usrmerge"

inherit bin_package features_check systemd useradd

# nooelint: oelint.vars.pathhardcode.nonarch_base_libdir - that is /usr/lib
do_install:append() {
    # Debian 12 has units in /lib, which is a link where /usr is merged.
    if [ -d ${D}/lib ]; then
        install -d ${D}${nonarch_libdir}
        mv ${D}/lib/* ${D}${nonarch_libdir}
        rmdir ${D}/lib
    fi
    # The kiosk's set-up is for apt; an image has its browser by a recipe.
    rm -f ${D}${bindir}/deckd-kiosk ${D}${systemd_system_unitdir}/deckd-kiosk.service
}

do_install:append:x86-64() {
    for program in ${D}${bindir}/*; do
        patchelf --set-interpreter ${base_libdir}/ld-linux-x86-64.so.2 "$program"
    done
}

PACKAGE_BEFORE_PN = "${PN}-actions ${PN}-mqtt ${PN}-web"
FILES:${PN}-actions += "${bindir}/deckd-actions ${systemd_system_unitdir}/deckd-actions.service"
FILES:${PN}-mqtt += "${bindir}/deckd-mqtt ${systemd_system_unitdir}/deckd-mqtt.service"
FILES:${PN}-web += "\
    ${bindir}/deckd-web \
    ${systemd_system_unitdir}/deckd-web.service \
    ${datadir}/deckd/www \
"

RDEPENDS:${PN} = "udev"
RDEPENDS:${PN}-actions = "${PN}"
# Not linked: the bridge loads it by its name.
RDEPENDS:${PN}-mqtt = "${PN} libmosquitto1"
RDEPENDS:${PN}-web = "${PN}"
CONFFILES:${PN} = "${sysconfdir}/deckd/deckd.toml"

# At build, for images whose /etc nobody may write: systemd-sysusers would add them at the first boot.
USERADD_PACKAGES = "${PN} ${PN}-web"
USERADD_PARAM:${PN} = "--system --user-group --home-dir / --no-create-home --shell ${base_sbindir}/nologin deckd"
USERADD_PARAM:${PN}-web = "--system --user-group --home-dir / --no-create-home --shell ${base_sbindir}/nologin deckd-web"

SYSTEMD_PACKAGES = "${PN} ${PN}-actions ${PN}-mqtt ${PN}-web"
SYSTEMD_SERVICE:${PN} = "deckd.service deckd.socket deckd-observe.socket"
SYSTEMD_SERVICE:${PN}-actions = "deckd-actions.service"
SYSTEMD_SERVICE:${PN}-mqtt = "deckd-mqtt.service"
SYSTEMD_SERVICE:${PN}-web = "deckd-web.service"
# As with the Debian packages, the daemon alone runs by itself.
SYSTEMD_AUTO_ENABLE:${PN}-actions = "disable"
SYSTEMD_AUTO_ENABLE:${PN}-mqtt = "disable"
SYSTEMD_AUTO_ENABLE:${PN}-web = "disable"

# They are stripped already; with both, no check of that asks for a release without.
INHIBIT_PACKAGE_STRIP = "1"
INHIBIT_PACKAGE_DEBUG_SPLIT = "1"
INHIBIT_SYSROOT_STRIP = "1"
