// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Plain

// What this module tells a person: first what is wrong, then what to do about it.

extension SignatureVerdict: CustomStringConvertible {
  package var description: String {
    switch self {
    case .genuine(let key):
      "The maker's signature fits this UID (key of \(key.name))."
    case .signedForOtherChips(let key):
      "The signature was made for another chip (\(key.name)). \(imitationCure)"
    case .notByKnownKey:
      "The signature was made with no published key. \(imitationCure)"
    case .fake(.oneByte(let byte)):
      "Instead of a signature, the tag sends only \(upperHex(byte)). \(imitationCure)"
    case .fake(.repeated(let count)):
      "Instead of a signature, the tag repeats the same \(count) bytes. \(imitationCure)"
    case .virtual:
      "Instead of a signature, the tag says that it is a virtual tag of TagPress."
    case .malformed(.allZero):
      "The signature is empty (all 00), as in tags and dumps that other tools made. "
        + "Ask the seller where the tags come from."
    case .malformed(.allOnes):
      "The signature is empty (all FF), as in erased memory. "
        + "Ask the seller where the tags come from."
    case .malformed(.length(let count)):
      "The answer of \(count) bytes is not a signature of this chip. "
        + "Read the tag again, then ask the seller where it comes from."
    case .malformed(.uidLength(let count)):
      "A UID of \(count) bytes cannot be signed. Read the tag again."
    case .uncheckable(let curve):
      "The libcrypto on this machine cannot check \(curve.rawValue). "
        + "Check the tag on a machine with OpenSSL's own build, such as Debian."
    }
  }

  private var imitationCure: String {
    "Treat the tag as an imitation, and try one before you use the batch."
  }
}

extension PasswordKeyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .name:
      "The name of the key is empty, is longer than 60 bytes or contains invisible characters. "
        + "Give it a short, plain name."
    case .length(let count):
      "A key has \(PasswordKey.byteCount) bytes, but this one has \(count). "
        + "Restore the key file from your backup."
    case .noRandomBytes(let code):
      "The system gave no random bytes (\(words(code))). "
        + "Try again, or make the key on another machine."
    case .libraryRefused:
      "libcrypto could not compute HMAC-SHA-256. Close other programs and try again."
    case .uidLength(let count):
      "Passwords are made for UIDs of 7 bytes, but this one has \(count). "
        + "Use a tag with NTAG21x or Ultralight EV1."
    case .noUsablePassword:
      "The key gives no usable password for this tag. Use another tag."
    }
  }
}

extension KeyFileError: CustomStringConvertible {
  package var description: String {
    let file = "The key file \(path)"
    return switch fault {
    case .exists:
      "\(path) already exists and was not changed. Choose another name."
    case .link:
      "\(file) is a symbolic link. Name the file itself."
    case .notAFile:
      "\(file) is not an ordinary file. Name the key file that TagPress made."
    case .openToOthers(let permissions):
      "Users other than its owner can read or change the key file \(path) (permissions "
        + "\(octal(permissions))). Make sure that no one did, then run chmod 600 on it."
    case .tooLarge:
      "\(file) is larger than \(KeyFileText.maximumBytes) bytes. "
        + "Name the key file that TagPress made."
    case .notAKeyFile:
      "\(file) does not begin with the line \"\(KeyFileText.firstLine)\(KeyFileText.version)\". "
        + "Name the key file that TagPress made."
    case .version(let version):
      "\(file) has version \(version), but this TagPress knows version \(KeyFileText.version). "
        + "Use the TagPress that made it."
    case .damagedLine(let line):
      "Line \(line) of the key file \(path) is damaged. \(restore)"
    case .repeatedLine(let line):
      "Line \(line) of the key file \(path) repeats an earlier line. \(restore)"
    case .missing(let field):
      "\(file) lacks the line with the \(field.rawValue). \(restore)"
    case .wrongID(let stored, let computed):
      "\(file) gives the id \(stored), but its key has the id \(computed), so one of them is damaged. "
        + restore
    case .key(let error):
      "\(file) cannot be used. \(error)"
    case .system(.open, ENOENT):
      "There is no key file \(path). Check the name."
    case .system(let step, let code):
      "\(file) \(words(step)): \(words(code)). \(nextStep(step))"
    }
  }

  private var restore: String { "Restore it from your backup." }
}

private func words(_ step: KeyFileStep) -> String {
  switch step {
  case .openFolder: "cannot be made, because its folder cannot be opened"
  case .create: "cannot be made"
  case .write: "could not be written safely and was removed again"
  case .open: "cannot be opened"
  case .read: "cannot be read"
  }
}

private func nextStep(_ step: KeyFileStep) -> String {
  switch step {
  case .openFolder, .create: "Choose a folder that exists and that you can write to."
  case .write: "Choose a folder on another disk."
  case .open, .read: "Check the path and the owner of the file."
  }
}

private func words(_ errno: Int32) -> String {
  strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
}

package func octal(_ permissions: UInt32) -> String {
  String(permissions, radix: 8)
}
