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

/// What all commands for one tag share: a reader, one tag alone on it, its chip, its password if
/// a key file was given, and a report of how it ended.
struct OneTag {
  let command: String
  let reader: String?
  let keyFile: String?
  let json: Bool
  /// The only acceptable tag; nil for any.
  var wanted: TagUID?
  /// Whether the user vouches for the tag, whatever it answers to its password.
  var acceptsAnyAnswer = false
  /// Whether the user wants the key tried on a tag that closes permanently after a few wrong ones.
  var despiteLimit = false
  /// The key that the tag is to get, or already has if that was interrupted at the end.
  var nextKey: PasswordKey?
  /// Whether to report what the tag cost.
  var wantsTimings = false

  /// What a command did to the tag, for people and for programs.
  struct Outcome {
    /// The beginning of the line: OK only if the tag is as requested.
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

  /// The same for work that can be stopped, and can fail for other reasons than the tag.
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

  /// The only tag on the reader, the key that it accepted, and its cost if requested.
  func open(
    on console: Console, unless stop: StopFlag
  ) throws(Failure) -> (tag: any WritableTag, key: PasswordKey?, timings: TagTimings?) {
    let key = try keyFile.map(readKey)
    let waiting = try openReader(reader)
    console.say("Put a tag on the reader.")
    let tag: TagInField
    // Looks at an empty reader do not count.
    let device = CountedReader(waiting)
    let timings: TagTimings?
    do throws(ReaderError) {
      tag = try waiting.waitForTag(of: TagFamily.allCases, unless: stop)
      timings = wantsTimings ? TagTimings(on: device) : nil
      try device.requireNoneBeside(tag)
    } catch {
      throw Failure(error)
    }
    // A wrong tag is not even asked for its password, because some count the wrong ones.
    if let wanted, tag.uid != wanted { throw .otherTag(tag.uid, than: wanted) }
    do throws(TagError) {
      let opened = try openTag(tag, on: device)
      if let key { try opened.authenticate(for: opening(with: key)) }
      return (opened, key, timings)
    } catch {
      throw Failure(error, tag)
    }
  }

  /// Opens the tag with its key, or with the one that it is to get, in case a change was interrupted
  /// after its last write.
  private func opening(with key: PasswordKey) -> TagOrder {
    var order = TagOrder(message: [], secret: .passwords(of: key))
    order.nextSecret = nextKey.map { .passwords(of: $0) }
    order.acceptsAnyAnswer = acceptsAnyAnswer
    order.despiteLimit = despiteLimit
    return order
  }
}

/// The number of writes, for people.
func writtenWords(_ writes: Int, on tag: any WritableTag) -> String {
  tag.writesPages ? "\(count(writes, "page")) written" : "\(count(writes, "write")) done"
}
