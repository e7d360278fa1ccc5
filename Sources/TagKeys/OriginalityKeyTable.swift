// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Points are typed as 64-bit words, so that a missing digit is a compile error or a point that is
// not on its curve; a test asks libcrypto for every one of them.
//
// Sources: NXP AN11350 (NTAG 21x), AN11341 (Ultralight EV1), AN13452 (Ultralight AES) and AN12196
// table 30 (NTAG 424 DNA); the others are public in the Proxmark3 project's originality.c and were
// checked with signatures of real tags, except the unnamed one, for which no signature is known.
//
// Keys that sign a SHA-256 of the UID (ST's TruST25, VivoKey) are absent: TagPress does not read
// the signatures of those tags.

extension OriginalityKey {
  /// Every published key, the most common chip of each curve first.
  package static let published: [OriginalityKey] = [
    OriginalityKey(
      name: "NTAG 210 to 216 and NTAG 5", chips: [.ntag21x, .ntag5], curve: .secp128r1,
      point: [
        0x494E1A38_6D3D3CFE, 0x3DC10E5D_E68A499B,
        0x1C202DB5_B132393E, 0x89ED19FE_5BE8BC61,
      ]),
    OriginalityKey(
      name: "an unnamed NXP chip, perhaps NTAG 210 or 212", chips: [.ntag21x], curve: .secp128r1,
      point: [
        0xA748B6A6_32FBEE2C, 0x0897702B_33BEA1C0,
        0x74998E17_B84ACA04, 0xFF267E5D_2C91F6DC,
      ]),
    OriginalityKey(
      name: "MIFARE Ultralight EV1", chips: [.ultralightEV1], curve: .secp128r1,
      point: [
        0x90933BDC_D6E99B4E, 0x255E3DA5_5389A827,
        0x564E1171_8E017292, 0xFAF23226_A96614B8,
      ]),
    OriginalityKey(
      name: "ICODE SLIX2, ICODE 3 and ICODE DNA", chips: [.icode], curve: .secp128r1,
      point: [
        0x8878A2A2_D3EEC336, 0xB4F261A0_82BD71F9,
        0xBE11C4E2_E896648B, 0x32EFA59C_EA6E59F0,
      ]),
    OriginalityKey(
      name: "MIFARE Classic EV1", chips: [.mifareClassicEV1], curve: .secp128r1,
      point: [
        0x4F6D3F29_4DEA5737, 0xF0F46FFE_E88A356E,
        0xED95695D_D7E0C27A, 0x591E6F6F_65962BAF,
      ]),
    OriginalityKey(
      name: "Mikron K5016VG4, which behaves like an Ultralight EV1", chips: [], curve: .secp128r1,
      point: [
        0xF971EDA7_42A4A80D, 0x32DCF6A8_14A707CC,
        0x3DC396D3_5902F729, 0x29FDCD69_8B3468F2,
      ]),
    OriginalityKey(
      name: "Fudan QL88, which behaves like a MIFARE Classic", chips: [], curve: .secp128r1,
      point: [
        0x6F70AC55_7F5461CE, 0x5052C8E4_A7838C11,
        0xC7A23679_7E8A0730, 0xA101837C_004039C2,
      ]),
    OriginalityKey(
      name: "MIFARE Ultralight AES", chips: [.ultralightAES], curve: .secp192r1,
      point: [
        0x53BF8C49_B7BD9FE3, 0x207A9151_3B9C1D23, 0x8ECAB071_86B77210,
        0x4AB535F7_D3AE63CF, 0x7C7F3DD0_D169DA3E, 0x99E43C63_99621A86,
      ]),
    OriginalityKey(
      name: "MIFARE Ultralight AES made for Vingcard", chips: [.ultralightAES], curve: .secp192r1,
      point: [
        0xDC34DAA9_03F2726A, 0x6225B11C_692AF6AB, 0x4396575C_A12810CB,
        0xBCE3F781_A097B383, 0x3B50AB36_4A70D9C2, 0xB641A728_A599AE74,
      ]),
    OriginalityKey(
      name: "NTAG 223 DNA and NTAG 224 DNA", chips: [.ntag22xDNA], curve: .secp192r1,
      point: [
        0x85D5B935_3B4FAA77, 0x581BA2AE_96630C58, 0x76D6E860_3308ABE9,
        0xA81A0B50_6F52D02D, 0x04FEE6F2_D365B3DE, 0xE7B9FAD9_133E2976,
      ]),
    OriginalityKey(
      name: "NTAG 424 DNA, DESFire EV2 and DESFire Light",
      chips: [.ntag424DNA, .desfireEV2, .desfireLight], curve: .secp224r1,
      point: [
        0x8A9B380A_F2EE1B98, 0xDC417FEC_C263F844, 0x9C7625CE_CE82D9B9, 0x16C992DA_209D6842,
        0x2B81EC20_B65A66B5, 0x102A6159_6AF33792, 0x00599316_A00A1410,
      ]),
    OriginalityKey(
      name: "NTAG 413 DNA and DESFire EV1", chips: [.ntag413DNA, .desfireEV1], curve: .secp224r1,
      point: [
        0xBB5D514F_7050025C, 0x7D0F3973_10360EEC, 0x91EAF792_E96FC7E0, 0xF496CB4E_669D414F,
        0x877B7B27_901FE67C, 0x2E3B33CD_39D1C797, 0x715189AC_951C2ADD,
      ]),
    OriginalityKey(
      name: "DESFire EV2 and NTAG 424 DNA", chips: [.desfireEV2, .ntag424DNA], curve: .secp224r1,
      point: [
        0xB304DC4C_615F5326, 0xFE9383DD_EC9AA892, 0xDF3A57FA_7FFB3276, 0x192BC0EA_A252ED45,
        0xA865E3B0_93A3D0DC, 0xE5BE29E9_2F1392CE, 0x7DE321E3_E5C52B3A,
      ]),
    OriginalityKey(
      name: "DESFire EV2 XL", chips: [.desfireEV2], curve: .secp224r1,
      point: [
        0xCD5D45E5_0B1502F0, 0xBA4656FF_37669597, 0xE7E18325_1150F957, 0x4CC8DA56_BF01C7AB,
        0xE019E29F_EA48F9CE, 0x22C3EA40_29A765E1, 0xBC95A895_43BAD1BC,
      ]),
    OriginalityKey(
      name: "DESFire EV3", chips: [.desfireEV3], curve: .secp224r1,
      point: [
        0x1DB46C14_5D0A3653, 0x9C6544BD_6D9B0AA6, 0x2FF91EC4_8CBC6ABA, 0xE36E0089_A46F0D08,
        0xC8A715EA_40A63313, 0xB92E90DD_C1730230, 0xE0458A33_276FB743,
      ]),
    OriginalityKey(
      name: "DESFire Light", chips: [.desfireLight], curve: .secp224r1,
      point: [
        0x0E98E117_AAA36457, 0xF43173DC_920A8757, 0x267F44CE_4EC5ADD3, 0xC5407557_1AEBBF7B,
        0x942A9774_A1D94AD0, 0x2572427E_5AE0A2DD, 0x36591B1F_B34FCF3D,
      ]),
    OriginalityKey(
      name: "MIFARE Plus EV1", chips: [.mifarePlusEV1], curve: .secp224r1,
      point: [
        0x4409ADC4_2F91A839, 0x4066BA83_D872FB1D, 0x16803734_E9111704, 0x12DDF8BA_D1A4DADF,
        0xD0416291_AFE1C748, 0x253925DA_39A5F39A, 0x1C557FFA_CD34C62E,
      ]),
    OriginalityKey(
      name: "MIFARE Plus of the Troika transport card", chips: [.mifarePlusEV1], curve: .secp224r1,
      point: [
        0x0F732E0E_A7DF2B38, 0xF791BF89_425BF7DC, 0xDF3EE4D9_76669E38, 0x31F324FF_15751BD5,
        0x2AFF1782_F72FF273, 0x1EEAD5F6_3ABE7D12, 0x6E03C856_FFB942AF,
      ]),
  ]
}
