// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagKeys
package import TagMemory

extension Type2Tag: WritableTag {
  package var chipName: String? { image.chip?.rawValue }
  package var writesPages: Bool { true }

  package var capacity: Int? {
    let place = try? MessagePlace(
      on: image, forMessageOf: .max, formatting: true, evenIfClosed: true)
    return place?.capacity
  }

  package func content(forMessageOf size: Int) throws(TagError) -> TagContent {
    try read(.writing(messageSize: size))
    let content = TagState(image).content
    guard case .foreign = content else { return content }
    // A torn header looks foreign until all of its message is read.
    try read(.everything)
    return TagState(image).content
  }

  package func signatureVerdict(
    by checker: SignatureChecker
  ) throws(TagError) -> SignatureVerdict? {
    let signature = try readSignature()
    return signature.map {
      checker.verdict(
        signature: $0, uid: tag.uid.bytes, chip: image.chip.flatMap(SignedChip.init))
    }
  }

  package func authenticate(for order: TagOrder) throws(TagError) {
    guard let given = order.secret else {
      if order.isBegun, canHavePassword { _ = try authenticateAsDelivered() }
      return
    }
    do throws(TagError) {
      try authenticate(
        try secret(given), acceptingAnyAcknowledge: order.acceptsAnyAnswer,
        despiteLimit: order.despiteLimit)
    } catch {
      guard error == .passwordRefused else { throw error }
      if order.isBegun, try authenticateAsDelivered() { return }
      guard let next = order.nextSecret, !next.isSame(as: given) else { throw error }
      // A second try is only made if the tag has no limit.
      guard image.configuration?.attemptLimit == 0 else { throw .passwordRefusedOnce }
      try authenticate(try secret(next))
    }
  }

  package func prepare(_ order: TagOrder) throws(TagError) -> TagPlan {
    let writes = try plannedWrites(for: order)
    var plan = TagPlan()
    for write in writes {
      switch write.purpose {
      case .invalidate, .body, .commit, .format, .mirror, .repair: plan.message += 1
      case .password, .acknowledge, .access, .protectFrom, .freeze: plan.protection += 1
      case .closeAccess, .lockDynamic, .lockStatic: plan.locks += 1
      }
    }
    return plan
  }

  package func plannedSteps(for order: TagOrder) throws(TagError) -> [String] {
    try plannedWrites(for: order).map(\.description)
  }

  package func put(_ order: TagOrder) throws(TagError) -> MessageOutcome {
    let writtenBefore = pagesWritten
    // A closed torn tag is opened, or gets its password after the message.
    if order.isBegun, order.secret == nil, accepted == .factory { try unprotect() }
    if order.isBegun { try repairSettings() }
    let fields = try order.mirrorFields
    guard let fields else {
      _ = try put(order.message, order.permissions)
      return outcome(since: writtenBefore)
    }
    let mirrored = try put(order.message, showing: fields, order.permissions)
    shownMessage = mirrored.shown
    return outcome(since: writtenBefore)
  }

  package func looksForeign(tornAt place: TagPlace) -> Bool {
    guard case .page(let page) = place else { return false }
    return image.looksForeign(tornAt: page)
  }

  package func protect(_ order: TagOrder) throws(TagError) {
    guard let secret = order.secret else { return }
    try protect(with: try self.secret(secret), scope: order.scope)
    if order.freeze { try freezeSettings() }
  }

  package func lock() throws(TagError) -> LockExtent {
    try lockForEver().isEmpty ? .whole : .partly
  }

  package func unprotect(despiteLimit: Bool) throws(TagError) -> Bool {
    let hasLimit = image.configuration?.attemptLimit ?? 0 > 0
    guard isAuthenticated || (despiteLimit && hasLimit) else { return false }
    try unprotect()
    return true
  }

  package func readWhole() throws(TagError) -> WholeTag {
    try read(.everything)
    return .type2(image, version: version, signature: try readSignature())
  }

  package var neverLockable: [ClosedRange<Int>] {
    (try? LockPlan(on: image, authenticated: isAuthenticated))?.neverLockable ?? []
  }

  func secret(_ given: TagSecret) throws(TagError) -> Type2Secret {
    switch given {
    case .passwords(let key): try secret(from: key)
    case .password(let secret): secret
    }
  }

  /// The secret of this tag from a key; without one, the tag accepts no password.
  package func secret(from key: PasswordKey) throws(TagError) -> Type2Secret {
    guard let password = try? key.tagPassword(uid: tag.uid.bytes),
      let secret = Type2Secret(
        password: password.password, acknowledge: password.acknowledgement)
    else { throw .noPassword }
    return secret
  }
}

extension TagOrder {
  var scope: PasswordPlan.Scope { guardsReading ? .readingAndWriting : .writing }
}

extension SignedChip {
  /// The maker's key that signs the UIDs of a chip; nil for unsigned chips.
  package init?(_ chip: Chip) {
    switch chip {
    case .ntag210, .ntag212, .ntag213, .ntag215, .ntag216: self = .ntag21x
    case .ultralightEV1Small, .ultralightEV1Large: self = .ultralightEV1
    case .ntag203, .ultralight, .ultralightC: return nil
    }
  }
}

// The blocks of a Type 2 tag are its pages.

extension Type2Tag: BlockTag {
  package var blockSize: Int { Page.size }
  package var title: String { image.title(answering: version) }

  package func extent() -> BlockExtent {
    let known = image.chip?.layout.readablePageCount
    return BlockExtent(count: known ?? image.pageCount, isKnown: known != nil)
  }

  package func purpose(ofBlock block: Int) -> BlockPurpose { image.purpose(ofPage: block) }

  package func readBlocks(_ blocks: Range<Int>) throws(TagError) -> [[UInt8]] {
    guard let last = blocks.last else { return [] }
    for page in blocks { image[page] = nil }
    try read(.pages(blocks.lowerBound...last))
    // What is none of data on a chip that is not known, only its TLVs tell.
    if image.chip == nil { try read(.writing(messageSize: 0)) }
    var contents: [[UInt8]] = []
    for page in blocks {
      guard let content = image[page] else { throw .memory(.pageRefused(page: page)) }
      contents.append(content.bytes)
    }
    return contents
  }

  package func writeBlocks(_ contents: [[UInt8]], from first: Int) throws(TagError) {
    try read(.settings)
    let plan = try planning { () throws(TagMemoryError) in
      try RawPagePlan(
        writing: contents.compactMap { Page($0) }, from: first, on: image,
        authenticated: isAuthenticated)
    }
    try write(plan.data)
    if let page = plan.data.first?.page, let last = plan.data.last?.page {
      try verify(Int(page)...Int(last))
    }
    // Nothing is closed until everything before it was read back.
    for write in plan.special {
      try self.write([write])
      try verify(Int(write.page)...Int(write.page))
    }
  }

  package func findAgain() throws(TagError) {
    try reselect()
  }
}
