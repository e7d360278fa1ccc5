// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import TagKeys
internal import TagMemory
internal import TagReading

/// Everything that reading tells of a Type 2 tag.
struct TagReport {
  /// nil for a dump that does not say.
  let uid: TagUID?
  let image: Type2Image
  let version: [UInt8]?
  let signature: [UInt8]?
  let verdict: SignatureVerdict?
  let state: TagState
  let findings: [Finding]
  /// The size of the largest message that fits; nil when none can be written.
  let capacity: Int?
  /// The records, when there is a message.
  let message: MessageReading?

  /// Reads the tag, with its password when a key was given.
  init(_ tag: TagInField, _ key: PasswordKey?, on reader: any TagReader) throws(Type2Error) {
    let type2 = try Type2Tag(tag, on: reader)
    if let key { try type2.authenticate(try type2.secret(from: key)) }
    try type2.read(.everything)
    self.init(
      uid: tag.uid, image: type2.image, version: type2.version,
      signature: try type2.readSignature())
  }

  /// The report on what is known of a tag, from a reader or from a dump.
  init(uid: TagUID?, image: Type2Image, version: [UInt8]?, signature: [UInt8]?) {
    self.uid = uid
    self.image = image
    self.version = version
    self.signature = signature
    let chip = image.chip.flatMap(SignedChip.init)
    verdict = signature.flatMap { signature in
      uid.map { SignatureChecker().verdict(signature: signature, uid: $0.bytes, chip: chip) }
    }
    state = TagState(image)
    findings = Finding.all(in: image)
    capacity = try? MessagePlace(on: image, formatting: true).capacity
    message = state.content.records
  }

  /// The chip's name, or what its answer to GET_VERSION is known as.
  var chipTitle: String {
    image.chip?.title ?? version.flatMap { ChipVersion(answer: $0).name } ?? "An unknown Type 2 tag"
  }

  /// Whether nothing is wrong with what is on the tag.
  var isSound: Bool { state.content.isSound }

  var forecast: PhoneForecast {
    PhoneForecast(message?.views() ?? [])
  }
}
