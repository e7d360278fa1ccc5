// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger

/// One presentation of one tag, as a pure state machine: events go in, the next action comes out.
///
/// It uses no tag, no ledger and no clock, so a test can stop it at every point. Only the ledger
/// survives a crash, and the order of the actions makes that enough:
/// - the claim is stored before the first byte may change, so no row is begun on two tags;
/// - a claim is only given up if the tag was read and certainly does not show the row's link;
/// - the outcome is stored before it is reported, and `ok` follows only from a read-back.
package struct Attempt: Sendable {
  private enum State {
    case lookingUp
    case checking
    case choosing
    case examining(finishing: Bool)
    case claiming(finishing: Bool)
    case writing
    case beginning(Int)
    case performing(Int)
    case looking
    case storing(Ending)
    case ended(Ending)
  }

  private var state = State.lookingUp
  private let steps: [ProtectionStep]

  /// - Parameter steps: what the job does to a tag after the message, in order.
  package init(steps: [ProtectionStep]) {
    self.steps = steps
  }

  /// What to do first with a tag that is alone on the reader.
  package let first = Action.lookUp

  /// What to do after an event; an unexpected one ends the presentation in the safest way.
  package mutating func next(_ event: Event) -> Action {
    switch (state, event) {
    case (.ended(let ending), _): return .tell(ending)
    // What the ledger cannot store must not be reported, and no more tags may be begun.
    case (_, .ledgerFailed): return end(.ledgerFailed)

    case (.lookingUp, .isKnown(.done)):
      state = .checking
      return .look
    // A copy with the UID of a finished tag must not get into the box.
    case (.checking, .shows(.link)): return end(.alreadyDone)
    case (.checking, .shows), (.checking, .failed(.lasting)):
      return store(.putAside(.unclaimed))
    case (.lookingUp, .isKnown(.begun)): return examine(finishing: true)
    case (.lookingUp, .isKnown(.stranger)): return choose()

    case (.choosing, .rowChosen): return examine(finishing: false)
    case (.choosing, .noRowLeft): return end(.noRowLeft)

    case (.examining(let finishing), .fits):
      state = .claiming(finishing: finishing)
      return .claim(finishing: finishing)
    // Nothing was begun and nothing refused the tag, so there is nothing to store.
    case (.lookingUp, .failed(.passing)), (.checking, .failed(.passing)),
      (.examining(false), .failed(.passing)):
      return end(.again)
    case (.examining(true), .failed(.passing)): return store(.again)
    case (.examining(false), .failed(.lasting)): return store(.putAside(.unclaimed))
    case (.examining(true), .failed(.lasting)): return look()
    case (.examining(true), .failed(.suspect)), (.performing, .failed(.suspect)):
      return store(.putAside(.kept))

    case (.claiming, .claimed):
      state = .writing
      return .write
    // The ledger may refuse the link that a resolver gave; a begun tag keeps its row.
    case (.claiming(false), .failed(.lasting)): return store(.putAside(.unclaimed))
    case (.claiming(true), .failed(.lasting)): return store(.putAside(.kept))
    // Another process was faster; nothing has been written yet.
    case (.claiming, .rowTaken): return choose()
    case (.claiming, .tagTaken):
      state = .lookingUp
      return .lookUp

    case (.writing, .written): return begin(step: 0)
    case (.beginning(let step), .stepBegun):
      state = .performing(step)
      return .perform(steps[step])
    case (.performing(let step), .stepDone): return begin(step: step + 1)

    case (.writing, .failed(.passing)), (.performing, .failed(.passing)),
      (.looking, .failed(.passing)):
      return store(.again)
    case (.writing, .failed(.lasting)), (.performing, .failed(.lasting)): return look()

    case (.looking, .shows(.otherContent)): return store(.putAside(.givenUp))
    case (.looking, .shows(.link)), (.looking, .shows(.unknown)), (.looking, .failed(.lasting)):
      return store(.putAside(.kept))

    case (.storing(let ending), .stored): return end(ending)
    // Nothing is stored for a tag that someone has given up meanwhile, and its row is free.
    case (.storing, .failed(.lasting)): return end(.putAside(.givenUp))
    case (.lookingUp, _), (.checking, _), (.choosing, _), (.examining(false), _),
      (.claiming(false), _):
      return end(.again)
    case (.examining(true), _), (.claiming(true), _), (.writing, _), (.beginning, _),
      (.performing, _), (.looking, _):
      return store(.again)
    case (.storing(let ending), _): return .store(ending)
    }
  }

  private mutating func choose() -> Action {
    state = .choosing
    return .chooseRow
  }

  private mutating func examine(finishing: Bool) -> Action {
    state = .examining(finishing: finishing)
    return .examine(finishing: finishing)
  }

  private mutating func begin(step: Int) -> Action {
    guard steps.indices.contains(step) else { return store(.ok) }
    state = .beginning(step)
    return .beginStep(steps[step])
  }

  private mutating func look() -> Action {
    state = .looking
    return .look
  }

  private mutating func store(_ ending: Ending) -> Action {
    state = .storing(ending)
    return .store(ending)
  }

  private mutating func end(_ ending: Ending) -> Action {
    state = .ended(ending)
    return .tell(ending)
  }
}
