// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension LinkScan {
  /// The normal form of the link that was scanned.
  func rewritten(_ bytes: Span<UInt8>) throws(LinkFault) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 2)
    for offset in 0..<parts.schemeEnd {
      let byte = bytes[offset]
      output.append(kind == .homeKit && byte.isLetter ? byte & ~0x20 : byte.lowercased)
    }
    output.append(UInt8(ascii: ":"))
    if kind.hasHost {
      output += "//".utf8
      try appendHost(bytes.extracting(parts.host), to: &output)
      append(bytes, parts.host.upperBound..<parts.pathStart, to: &output)
    }
    let pathStart = output.count
    append(bytes, parts.pathStart..<parts.queryStart, to: &output)
    if changes.contains(.dotSegments) { resolveDotSegments(in: &output, from: pathStart) }
    append(bytes, parts.queryStart..<parts.end, to: &output)
    return output
  }

  /// Scans the normal form; a fault in it is shown where its cause was typed.
  func rescanned(_ rewritten: Span<UInt8>) throws(LinkFault) -> LinkScan {
    do throws(LinkFault) {
      return try LinkScan(rewritten)
    } catch {
      // Only host and length can have become wrong.
      throw LinkFault(error.rule, at: error.rule == .tooLong ? parts.end : parts.host.lowerBound)
    }
  }

  private func appendHost(_ host: Span<UInt8>, to output: inout [UInt8]) throws(LinkFault) {
    guard changes.contains(.punycode) else {
      for index in host.indices { output.append(host[index].lowercased) }
      return
    }
    guard let name = asciiHostName(host) else {
      throw LinkFault(.hostName, at: parts.host.lowerBound)
    }
    output += name
  }

  private func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
    for offset in range {
      let byte = bytes[offset]
      // A second hash belongs to the fragment, which cannot hold one; a number has no fragment.
      let isEncodedHash =
        byte == UInt8(ascii: "#") && (kind.dials || offset > parts.fragmentStart)
      if byte.isEncodedInLinks || isEncodedHash {
        output.appendEscape(of: byte)
      } else {
        output.append(byte)
      }
    }
  }

  /// Takes `.` and `..` out of the path at the end of `output` (RFC 3986 5.2.4).
  private func resolveDotSegments(in output: inout [UInt8], from pathStart: Int) {
    // The path of a link with a host is empty or begins with a slash, so the first piece is empty.
    let segments = output[pathStart...].split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).dropFirst()
    var kept: [ArraySlice<UInt8>] = []
    for (index, segment) in zip(segments.indices, segments) {
      let isUp = segment.elementsEqual("..".utf8)
      guard isUp || segment.elementsEqual(".".utf8) else {
        kept.append(segment)
        continue
      }
      if isUp { _ = kept.popLast() }
      // `/a/.` is the folder `/a/`.
      if index == segments.endIndex - 1 { kept.append([]) }
    }
    output.replaceSubrange(pathStart..., with: kept.flatMap { [UInt8(ascii: "/")] + $0 })
  }
}

extension UInt8 {
  /// The upper-case digit of a number below 16.
  var hexDigit: UInt8 {
    self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "A") - 10 + (self & 0x0F)
  }
}
