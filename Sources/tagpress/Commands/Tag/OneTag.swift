// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import TagReading
internal import Terminal

/// The way to one tag that all commands for one tag share: a reader, one tag alone on it, its chip,
/// its password when a key file was given, and an answer to the user about how it ended.
struct OneTag {
  let command: String
  let reader: String?
  let keyFile: String?
  let json: Bool
  /// The only tag that will do; nil for any.
  var wanted: TagUID?
  /// Whether the user says that this is the tag, however it answers to its password.
  var acceptsAnyAnswer = false
  /// Whether the user wants the key tried on a tag that closes for ever after a few wrong ones.
  var despiteLimit = false
  /// The key that the tag is to get, and has already when that was torn at its end.
  var nextKey: PasswordKey?
  /// Whether the user wants to know what the tag cost.
  var wantsTimings = false

  /// What a command did to the tag, for people and for programs.
  struct Outcome {
    /// What the line begins with: OK only of a tag that is as it was asked for.
    var word = "OK"
    let words: String
    let members: [(key: String, value: JSONValue)]
  }

  func run(
    on console: Console, _ body: (any WritableTag, PasswordKey?) throws(TagError) -> Outcome
  ) -> ExitCode {
    attempt(on: console) { tag, key, _ throws(Failure) in
      do throws(TagError) {
        return try body(tag, key)
      } catch {
        throw Failure(error, tag.tag)
      }
    }
  }

  /// The same for what can fail for other reasons than the tag, and can be stopped.
  func attempt(
    on console: Console,
    _ body: (any WritableTag, PasswordKey?, StopFlag) throws(Failure) -> Outcome
  ) -> ExitCode {
    do throws(Failure) {
      let interruption = Interruption()
      let (tag, key, timings) = try open(on: console, unless: interruption.stop)
      let outcome = try body(tag, key, interruption.stop)
      if json {
        let uid = JSONValue.string(tag.tag.uid.description)
        console.write(.object([("uid", uid)] + outcome.members).with(timings))
      } else {
        console.writeLine("\(outcome.word)  \(tag.tag.uid)  \(outcome.words)")
        if let timings { console.say(timings.words) }
      }
      return .done
    } catch {
      return console.report(error, command, json: json)
    }
  }

  /// The tag that lies alone on the reader, the key that it took, and what it cost if that is wanted.
  func open(
    on console: Console, unless stop: StopFlag
  ) throws(Failure) -> (tag: any WritableTag, key: PasswordKey?, timings: TagTimings?) {
    let key = try keyFile.map(readKey)
    let waiting = try openReader(reader)
    console.say("Put a tag on the reader.")
    let tag: TagInField
    // The looks at an empty reader do not count.
    let device = CountedReader(waiting)
    let timings: TagTimings?
    do throws(ReaderError) {
      tag = try waiting.waitForTag(of: TagFamily.allCases, unless: stop)
      timings = wantsTimings ? TagTimings(on: device) : nil
      try device.requireNoneBeside(tag)
    } catch {
      throw Failure(error)
    }
    // Another tag is not even asked for its password: some count the wrong ones.
    if let wanted, tag.uid != wanted { throw .otherTag(tag.uid, than: wanted) }
    do throws(TagError) {
      let opened = try openTag(tag, on: device)
      if let key { try opened.authenticate(for: opening(with: key)) }
      return (opened, key, timings)
    } catch {
      throw Failure(error, tag)
    }
  }

  /// How the tag is opened: with its key, or with the one that it is to get, when a change was torn
  /// after its last write.
  private func opening(with key: PasswordKey) -> TagOrder {
    var order = TagOrder(message: [], secret: .passwords(of: key))
    order.nextSecret = nextKey.map { .passwords(of: $0) }
    order.acceptsAnyAnswer = acceptsAnyAnswer
    order.despiteLimit = despiteLimit
    return order
  }
}

/// So many writes as they are told to people.
func writtenWords(_ writes: Int, on tag: any WritableTag) -> String {
  tag.writesPages ? "\(count(writes, "page")) written" : "\(count(writes, "write")) done"
}
