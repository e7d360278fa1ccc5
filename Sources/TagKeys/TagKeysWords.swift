// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Plain

// What this module tells a person: what is the case, then what to do next.

extension SignatureVerdict: CustomStringConvertible {
  package var description: String {
    switch self {
    case .genuine(let key):
      "the maker's signature fits this UID (key of \(key.name)); nothing to do"
    case .signedForOtherChips(let key):
      "the signature was made for another chip (\(key.name)): "
        + "treat the tag as an imitation and try one before you use the batch"
    case .notByKnownKey:
      "no published key made this signature: "
        + "treat the tag as an imitation and try one before you use the batch"
    case .fake(.oneByte(let byte)):
      "instead of a signature the tag answers \(upperHex(byte)) in every place: "
        + "treat it as an imitation and try one before you use the batch"
    case .fake(.repeated(let count)):
      "instead of a signature the tag repeats the same \(count) bytes: "
        + "treat it as an imitation and try one before you use the batch"
    case .malformed(.allZero):
      "the signature is empty (all 00), as in tags and dumps that other tools made: "
        + "ask the seller where the tags come from"
    case .malformed(.allOnes):
      "the signature is empty (all FF), as in erased memory: "
        + "ask the seller where the tags come from"
    case .malformed(.length(let count)):
      "the answer of \(count) bytes is no signature of this chip: "
        + "read the tag again, then ask the seller where it comes from"
    case .malformed(.uidLength(let count)):
      "a UID of \(count) bytes cannot be signed: read the tag again"
    case .uncheckable(let curve):
      "the libcrypto of this machine cannot check \(curve.rawValue): "
        + "check the tag on a machine with OpenSSL's own build, such as Debian"
    }
  }
}

extension PasswordKeyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .name:
      "the name of the key is empty, longer than 60 bytes or holds characters that do not show: "
        + "give it a short plain name"
    case .length(let count):
      "a key has \(PasswordKey.byteCount) bytes and this one has \(count): "
        + "take the key file from your backup"
    case .noRandomBytes(let code):
      "the system gave no random bytes (\(words(code))): try again, or make the key elsewhere"
    case .libraryRefused:
      "libcrypto could not compute HMAC-SHA-256: close other programs and try again"
    case .uidLength(let count):
      "passwords are made for UIDs of 7 bytes and this one has \(count): "
        + "use a tag with NTAG21x or Ultralight EV1"
    case .noUsablePassword:
      "the key gives no usable password for this tag: use another tag"
    }
  }
}

extension KeyFileError: CustomStringConvertible {
  package var description: String { "key file \(path): \(fault)" }
}

extension KeyFileFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exists:
      "there is such a file already, and keys are never overwritten: choose another name"
    case .link:
      "it is a symbolic link: name the file itself"
    case .notAFile:
      "it is not an ordinary file: name the file that `tagpress key new` made"
    case .openToOthers(let permissions):
      "others than its owner can read or change it (permissions \(octal(permissions))): "
        + "make sure that nobody did, then run chmod 600 on it"
    case .tooLarge:
      "it is larger than \(KeyFileText.maximumBytes) bytes: "
        + "name the file that `tagpress key new` made"
    case .notAKeyFile:
      "its first line is not \"\(KeyFileText.firstLine)\(KeyFileText.version)\": "
        + "name the file that `tagpress key new` made"
    case .version(let version):
      "it has version \(version), and this TagPress knows version \(KeyFileText.version): "
        + "use the TagPress that made it"
    case .damagedLine(let line):
      "line \(line) is damaged: take the file from your backup"
    case .repeatedLine(let line):
      "line \(line) says something for the second time: take the file from your backup"
    case .missing(let field):
      "the line with the \(field.rawValue) is missing: take the file from your backup"
    case .wrongID(let stored, let computed):
      "its id is \(stored), but the key in it has the id \(computed), so one of them is damaged: "
        + "take the file from your backup"
    case .key(let error):
      "\(error)"
    case .system(let step, let code):
      words(step) + " (\(words(code))): " + nextStep(step)
    }
  }
}

private func words(_ step: KeyFileStep) -> String {
  switch step {
  case .openFolder: "its folder cannot be opened"
  case .create: "it cannot be made"
  case .write: "it could not be written safely, and was removed again"
  case .open: "it cannot be opened"
  case .read: "it cannot be read"
  }
}

private func nextStep(_ step: KeyFileStep) -> String {
  switch step {
  case .openFolder, .create: "choose a folder that exists and that you may write to"
  case .write: "choose a folder on another disk"
  case .open, .read: "check the path and who owns the file"
  }
}

private func words(_ errno: Int32) -> String {
  strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
}

private func octal(_ permissions: UInt32) -> String {
  String(permissions, radix: 8)
}
