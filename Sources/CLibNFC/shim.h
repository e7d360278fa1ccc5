// No pkg-config for this one: libnfc's own file would put libusb-0.1 among what we link.
#include <nfc/nfc.h>
