// No pkg-config for this one: libnfc's own file would put libusb-0.1 among what we link.
#include <nfc/nfc.h>

// libnfc exports this and declares it in none of the headers that it installs: a command in the
// PN53x's own language, for those that libnfc's own calls leave out or bound badly (looks for tags).
int pn53x_transceive(
    struct nfc_device *device, const uint8_t *command, const size_t size, uint8_t *answer,
    const size_t room, int timeout);
