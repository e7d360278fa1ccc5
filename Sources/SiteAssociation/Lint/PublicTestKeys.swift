// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Certificates whose private keys are public: anyone can sign an app with them.
///
/// If a file names one, such an app can take the links of the host.
package enum PublicTestKeys {
  /// The common name of the key; nil if the fingerprint is not one of these.
  package static func name(of fingerprint: String) -> String? { names[fingerprint] }

  private static let names: [String: String] = [
    // The debug.keystore in the templates of React Native and Expo, the same one in every project
    // (issue 36455 of React Native).
    "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C":
      "the debug key of React Native",

    // The keys in Android's sources, in the folder target/product/security of its build system. The
    // certificates there have these fingerprints.
    "A4:0D:A8:0A:59:D1:70:CA:A9:50:CF:15:C1:8C:45:4D:47:A3:9B:26:98:9D:8B:64:0E:CD:74:5B:A7:1B:F5:DC":
      "Android's test key \"testkey\"",
    "C8:A2:E9:BC:CF:59:7C:2F:B6:DC:66:BE:E2:93:FC:13:F2:FC:47:EC:77:BC:6B:2B:0D:52:C1:1F:51:19:2A:B8":
      "Android's test key \"platform\"",
    "28:BB:FE:4A:7B:97:E7:46:81:DC:55:C2:FB:B6:CC:B8:D6:C7:49:63:73:3F:6A:F6:AE:74:D8:C3:A6:E8:79:FD":
      "Android's test key \"shared\"",
    "46:59:83:F7:79:1F:2A:BE:B4:3E:A2:CB:DC:7F:21:A8:26:0B:72:BC:08:A5:5C:83:9F:C1:A4:3B:C7:41:A8:1E":
      "Android's test key \"media\"",
    "E1:DB:AD:CE:60:DC:08:0D:15:B5:8A:01:4B:0D:CF:94:00:E2:4D:E2:3F:A0:0B:28:7A:5A:98:2B:FE:BD:A2:EE":
      "Android's test key \"networkstack\"",
    "A6:CC:C5:00:FF:0E:74:21:20:0E:B6:6A:7F:E1:74:EF:1B:00:E5:2C:A9:17:27:07:0C:BE:DF:06:1F:F7:6C:35":
      "Android's test key \"bluetooth\"",
    "FA:E9:12:2A:87:21:D6:E2:A1:96:D2:22:4D:FF:CF:77:3C:91:27:E2:BB:95:6C:BD:DB:40:B0:09:19:2F:FD:FD":
      "Android's test key \"nfc\"",
    "AB:F2:1F:9E:2A:F1:D8:81:CC:67:3F:DD:CE:FA:6E:D9:C2:69:A4:37:BD:64:B2:79:CF:45:84:4C:FD:58:91:26":
      "Android's test key \"sdk_sandbox\"",
    "CE:7B:2B:47:AE:2B:75:52:C8:F9:2C:C2:91:24:27:98:83:04:1F:B6:23:A5:F1:94:A8:2C:9B:F1:5D:49:2A:A0":
      "Android's test key \"cts_uicc_2021\"",
  ]
}
