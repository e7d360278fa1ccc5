// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What public logs show of real PN532s and their close relatives, retyped: the name of the source,
/// then what was sent and what came back.
///
/// `=` parts a command from its answer, in which `?` stands for a digit that the source does not show,
/// `ack` for nothing but the acknowledgement and `error` for the error frame. `~` is sent without a
/// look at the answer, to reach the state that the log begins in; `w` goes over the line as it is;
/// `+` puts a tag into the field and `-` takes it away.
let hardwareLogs = """
  rpi-uart-nfclist-notag
    w 5555000000000000000000000000
    1401 = 15
    00006c69626e6663 = 01006c69626e6663
    02 = 0332010607
    1214 = 13
    0663026303630d6338633d = 070000000000
    08630280630380 = 09
    320100 = 33
    320101 = 33
    3205ffffff = 33
    066302630363056338633c633d = 07808000000000
    08630540633c10 = 09
    3205000102 = 33
    4a0100 = 4b00
    3205ffffff = 33
    3205000102 = 33
    4a010100ffff0100 = 4b00
    3205ffffff = 33
    3205000102 = 33
    4a010200ffff0100 = 4b00
    3205ffffff = 33
    3205000102 = 33
    4a010300 = 4b00
    3205ffffff = 33
    3205000102 = 33
    0663026303 = 078383
    42010b3f80 = 4301
    3205ffffff = 33
    3205000102 = 33
    0663026303 = 078383
    420600 = 4301
    3205ffffff = 33
    3205000102 = 33
    0663026303 = 078383
    4210 = 4301
    3205ffffff = 33
    3205000102 = 33
    4a0104 = 4b00
    3205ffffff = 33
    5200 = 5300
    320100 = 33
    16f0 = 1700
  rpi-uart-nfcpoll-classic
    + classic 278b7034
    w 5555000000000000000000000000
    1401 = 15
    00006c69626e6663 = 01006c69626e6663
    02 = 0332010607
    1214 = 13
    0663026303630d6338633d = 070000000000
    08630280630380 = 09
    320100 = 33
    320101 = 33
    3205ffffff = 33
    066302630363056338633c633d = 07808000000000
    08630540633c10 = 09
    601402201003111204 = 610110090100040804278b7034
    3205000102 = 33
    4a0100278b7034 = 4b010100040804278b7034
    3205ffffff = 33
    3205000102 = 33
    4a0100278b7034 = 4b010100040804278b7034
    3205ffffff = 33
    3205000102 = 33
    4a0100278b7034 = 4b010100040804278b7034
    3205ffffff = 33
    3205000102 = 33
    4a0100278b7034 = 4b010100040804278b7034
    3205ffffff = 33
    3205000102 = 33
    4a0100278b7034 = 4b010100040804278b7034
    3205ffffff = 33
    3205000102 = 33
    4a0100278b7034 = 4b010100040804278b7034
    3205ffffff = 33
    3205000102 = 33
    4a0100278b7034 = 4b010100040804278b7034
    3205ffffff = 33
  libnfc-86
    ~ 3205000102
    4a0100 = 4b00
    4a010100ffff0000 = 4b00
    4a010200ffff0000 = 4b00
    4a010300 = 4b00
    4a0104 = 4b00
    4400 = 4500
  libnfc-278
    3205ffffff = 33
    4a0100 = ack
    4a010300 = ack
    4a010100ffff0100 = ack
    4a010200ffff0100 = ack
  libnfc-532
    + plain 04c910aa844980
    ~ 3205000102
    ~ 4a0100
    4400 = 4500
    4a01008804c910aa844980 = 4b01010044000704c910aa844980
    421a00 = 4301
    4400 = 4500
    4a01008804c910aa844980 = 4b01010044000704c910aa844980
  libnfc-617-b
    ~ 320101
    ~ 08630280630380
    ~ 08633d07
    4226 = 4301
    w 0000ff00ff00
    5200 = 5300
  libnfc-666
    08630280630380630544 = 09
    3205000102 = 33
    4a0100 = 4b00
    3205ffffff = 33
    3205000102 = 33
  nfcpy-131
    + plain 04087a04042019 0=04087afe0404201939000000e1101200 10=656e63611101055402656e766151011e 14=00000000000000000000 20=3a313233343536fe0000000000000000
    w 00000000000000000000
    02 = 0332010607
    14010000 = 15
    1007 = 11
    w 0000ff00ff00
    320102 = 33
    4a0100 = 4b01010044000704087a04042019
    066303 = 0780
    08630300 = 09
    06630263036305 = 0780004b
    0863028063030063054b = 09
    32020a0b07 = 33
    423000 = 430004087afe0404201939000000e1101200a998
    06630263036305 = 07800043
    08630280630300630543 = 09
    423014 = 43003a313233343536fe00000000000000008beb
    06630263036305 = 07800043
    08630280630300630543 = 09
    06630263036305 = 07800043
    08630280630300630543 = 09
    32020a0b07 = 33
    42300a = 4300656e63611101055402656e766151011ec3b7
    06630263036305 = 07800043
  chameleonmini-266
    ~ 086305 40633c10
    ~ 3205000102
    ~ 4a010300
    066302630363056338633c633d = 07838340001000
    08630280630380 = 09
  libnfc-516
    + plain 04c910aa844980
    ~ 4a0100
    4001af00 = error
  libnfc-564
    + classic 7984348e
    ~ 1204
    ~ 4a0100
    42e050 = 4302
    4a0100 = 4b0101000408047984348e
    40016004ffffffffffff7984348e = 4100
    4001a004deadbeefdeadbeefdeadbeefdeadbeef = 4100
  libnfc-566
    + classic d61d1d29
    ~ 4a0100
    ~ 08630200630300
    42500057cd = 4301
    06633d = 0700
    08633d07 = 09
    4240 = 4301
  libnfc-691-b
    320100 = 33
    066338633d = 070000
    1210 = 13
    1230 = 13
    066305 = 0700
  libnfc-263
    ~ 3205000102
    + plain a0d98978 sak=28
    ~ 1204
    4a0100a0d98978 = 4b010100042804a0d98978
  chrome-nfc-12
    + classic 278b7034
    ~ 4a0100
    40013000 = 4113
  zaparoo-155
    + plain 04e1395d240289 3=e1103e000321d1011d5402656e443a5c
    4a0100 = 4b01010044000704e1395d240289
    40013003 = 4100e1103e000321d1011d5402656e443a5c
  libnfc-267
    + dep 041e2061801d80
    4a0100 = 4b010103442007041e2061801d80067577810280
    -
    0006 = 01??
  nfcpy-261
    ~ 00004252494f5442
    ~ 8c000400420066000102030405060708000000000000000012fc0102030405060708090a0000
  so-35894589
    8c0408001234564001fea2a3a4a5a6a7c0c1c2c3c4c5c6c7ffffaa9988776655443322110000 = ack
  idx-52441658805-classic
    + classic 5cbbe5d5
    ~ 4a0100
    02 = 0332010607
    14011401 = 15
    4001600affffffffffff5cbbe5d5 = 4100
    4001300a = 410000000000000000000000000000000000
    4001a00bfee1defec8edff078069fee1defec8ed = 4100
    ~ 4a0100
    4001600bfee1defec8ed5cbbe5d5 = 4100
    4001300b = 4100000000000000ff078069fee1defec8ed
  idx-27155252400
    -
    + classic 9eb36e66
    4a0100 = 4b0101000408049eb36e66
    -
    + plain 047bcb51962280
    4a0100 = 4b010100440007047bcb51962280
    -
    + classic 6e8ae2b0
    4a0100 = 4b0101000408046e8ae2b0
  idx-41254694873
    + plain 047fa99a1f6680
    4a0100 = 4b010100440007047fa99a1f6680
  idx-68313607227
    + plain 04416d412b0289
    w 55550000000000
    1401 = 15
    02 = 0332010607
    4a0100 = 4b01010044000704416d412b0289
  idx-42341232370-b
    + plain 041f9b02005281
    4a0100 = 4b010100440007041f9b02005281
  idx-35053923253
    + classic d1aa40ea
    4a0100 = 4b010100040804d1aa40ea
    40016007ffffffffffffd1aa40ea = 4100
    40013007 = 4100000000000000ff078069ffffffffffff
  idx-55107267805
    + plain 04416d412b0289
    320a7ff485158a6a0b = error
    ~ 4a0100
    400160 = error
  nfc-pcsc-ulc-example
    + plain 04416d412b0289
    ~ 4a0100
    ~ 4a0100
    423004 = 4300????????????????????????????????
    42a20400000000 = 4302
    4001a20400000000 = 4100
  nfc-pcsc-36
    + plain 04e141124c2880
    ~ 4a0100
    4260 = 43000004040???????03
  libnfc-739
    + classic 1ada7444
    4a0100 = 4b0101000408041ada7444
  acr122l-manual-p42
    + felica 0101050186040202 03004b024f498a8a 8008
    4a010100ffff0100 = 4b01011401010105018604020203004b024f498a8a8008
  nxp-481864-one
    + plain 04e141124c2880
    4a0200 = 4b010100440007??????????????
    4a0200 = ack
    4a0200 = 4b010100440007??????????????
    4a0200 = ack
  nxp-481864-max1
    + plain 04e141124c2880
    4a0100 = 4b010100440007??????????????
    4a0100 = 4b010100440007??????????????
    4a0100 = 4b010100440007??????????????
  """

/// Logs that are not replayed, or not whole, and why.
let logsNotReplayed: [String: String] = [
  "libnfc-169": "another firmware, and a register left over from a session that is not shown",
  "node-pn532-12-b": "the tag is a second PN532 whose part nobody here plays",
  "ggroup-snep-scl3712": "a PN533, which answers target commands differently",
  "nxp-444283-b": "it is not told whether the password was right",
  "proxmark-476": "an answer without data that no real card gives",
  "adafruit-fork-4b": "a Classic with a UID of seven bytes, of which four are known",
  "nfcpy-256": "command 18 exists only in the RC-S956",
  "esphome-9875": "contradicted for MaxTg 1 by nxp-481864-max1 and by rpi-uart-nfcpoll-classic",
]

/// Parts of replayed logs that are left out, and why.
let partsNotReplayed: [String: String] = [
  "libnfc-617-b": "register writes have a status byte on a PN533",
  "libnfc-666": "the pipe of that reader was one answer behind",
  "libnfc-263": "the APDU behind the list needs ISO-DEP",
  "nfc-pcsc-ulc-example": "the authentication needs a real Ultralight C",
]
