// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// Feeds a stream to the decoder in one piece and cut in two, and takes apart what it finds.
///
/// The first byte says where the cut is. Both readings have to agree, every frame has to encode to a
/// frame that decodes to itself, and every command has to come back as the bytes it was read from.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPN532(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  let stream = Array(input.dropFirst())
  let cut = min(Int(input.first ?? 0), stream.count)
  var whole = FrameDecoder()
  var halves = FrameDecoder()
  let findings = whole.receive(stream)
  let pieces =
    halves.receive(Array(stream[..<cut])) + halves.receive(Array(stream[cut...]))
  guard findings == pieces else { fatalError("the cut at \(cut) changed what was found") }
  for case .frame(let frame) in findings {
    checkFrame(frame)
  }
  return 0
}

private func checkFrame(_ frame: Frame) {
  var decoder = FrameDecoder()
  guard let bytes = try? frame.bytes(), decoder.receive(bytes) == [.frame(frame)] else {
    fatalError("a frame that was read cannot be written: \(frame)")
  }
  switch frame {
  case .command(let content):
    guard let command = try? Command(bytes: content) else { return }
    guard command.bytes == content else { fatalError("a command changed: \(command)") }
  case .answer(let content):
    guard let answer = Answer(bytes: content) else { return }
    guard answer.bytes == content else { fatalError("an answer changed: \(answer)") }
    _ = ListedTypeATarget.list(content: answer.content)
  default: return
  }
}
