// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// One host that has the reader over a socket: QEMU, or whoever speaks usbredir.
///
/// Only the reader's own thread touches it.
final class RedirConnection: @unchecked Sendable {
  let descriptor: Int32
  private var decoder = RedirDecoder()
  private var outbox: [UInt8] = []
  /// Whether the host was told that the device is there.
  private var knowsDevice = false
  private var hearsNotices = false
  private var noticeNumber: UInt64 = 0
  /// The reads that wait for a message, oldest first.
  private var reads: [(id: UInt64, length: Int)] = []
  private(set) var isGone = false
  private var hasReset = false

  /// Of a host that asks and does not listen, this much is kept.
  private static let outboxLimit = 1 << 20
  /// A kernel has one or two under way.
  private static let mostReads = 64

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    send(RedirEncoder.hello("TagPress"))
  }

  deinit { close(descriptor) }

  var wanted: pollfd {
    let events = POLLIN | (outbox.isEmpty ? 0 : POLLOUT)
    return pollfd(fd: descriptor, events: Int16(events), revents: 0)
  }

  var wantsMessage: Bool { !reads.isEmpty && knowsDevice && !isGone }

  private var encoder: RedirEncoder { RedirEncoder(abilities: decoder.abilities ?? []) }

  /// Reads what has come and does it, as far as the device is plugged in.
  func serve(_ device: inout USBDevice, isPluggedIn: Bool, at now: ContinuousClock.Instant) {
    flush()
    let bytes = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { isGone = true }
      return Array(buffer.prefix(max(0, count)))
    }
    do throws(RedirDamage) {
      for request in try decoder.receive(bytes) where !isGone {
        if case .hello = request.wish {
          tell(isPluggedIn ? device.model : nil)
        } else if knowsDevice {
          // A host without a device gets no answers: the disconnection was the answer to everything.
          obey(request, &device, at: now)
        }
      }
    } catch {
      isGone = true
    }
  }

  /// Tells the host that the device was plugged in or out.
  func tell(_ model: USBReaderModel?) {
    guard decoder.abilities != nil else { return }
    switch (model, knowsDevice) {
    case (let model?, false):
      knowsDevice = true
      send(encoder.connected(model))
    case (nil, true):
      knowsDevice = false
      hearsNotices = false
      reads = []
      send(encoder.packet(.deviceDisconnect))
    case (_?, true), (nil, false): break
    }
  }

  /// Gives the oldest read a message, and returns what of it found no room there.
  func deliver(_ message: [UInt8], from endpoint: UInt8) -> [UInt8] {
    guard !reads.isEmpty else { return message }
    let read = reads.removeFirst()
    guard message.count > read.length else {
      send(encoder.bulk(id: read.id, endpoint: endpoint, .success, length: message.count, message))
      return []
    }
    // A read that ends inside a packet breaks the device's rule; one that ends between two does not.
    let isBetween = read.length % 64 == 0
    let part = Array(message.prefix(read.length))
    send(
      encoder.bulk(
        id: read.id, endpoint: endpoint, isBetween ? .success : .babble, length: part.count, part))
    return isBetween ? Array(message.dropFirst(read.length)) : []
  }

  /// Whether this host has reset the device since it was last asked.
  func takeReset() -> Bool {
    defer { hasReset = false }
    return hasReset
  }

  /// Ends the reads of a host whose device another one has reset, as a kernel does.
  func endReads(on endpoint: UInt8) {
    for read in reads {
      send(encoder.bulk(id: read.id, endpoint: endpoint, .cancelled, length: 0))
    }
    reads = []
  }

  func notify(_ notice: [UInt8], from endpoint: UInt8) {
    guard hearsNotices else { return }
    noticeNumber += 1
    send(encoder.interrupt(id: noticeNumber, endpoint: endpoint, notice))
  }

  private func obey(
    _ request: RedirRequest, _ device: inout USBDevice, at now: ContinuousClock.Instant
  ) {
    let id = request.id
    switch request.wish {
    case .hello, .other: break
    case .reset:
      reads = []
      hasReset = true
      device.reset(at: now)
    case .setConfiguration(let number):
      let isKnown = device.configure(number)
      let status: RedirStatus = isKnown ? .success : .invalid
      send(encoder.packet(.configurationStatus, id: id, [status.rawValue, device.configured]))
    case .getConfiguration:
      send(
        encoder.packet(
          .configurationStatus, id: id, [RedirStatus.success.rawValue, device.configured]))
    case .setAlternate(let interface, let number):
      let status: RedirStatus = interface == 0 && number == 0 ? .success : .invalid
      send(encoder.packet(.alternateStatus, id: id, [status.rawValue, interface, 0]))
    case .getAlternate(let interface):
      let status: RedirStatus = interface == 0 ? .success : .invalid
      send(encoder.packet(.alternateStatus, id: id, [status.rawValue, interface, 0]))
    case .startInterrupts(let endpoint), .stopInterrupts(let endpoint):
      if case .startInterrupts = request.wish { hearsNotices = true } else { hearsNotices = false }
      let isKnown = endpoint == device.model.interruptIn
      if !isKnown { hearsNotices = false }
      let status: RedirStatus = isKnown ? .success : .invalid
      send(encoder.packet(.interruptsStatus, id: id, [status.rawValue, endpoint]))
    case .cancel:
      // One that was answered already needs no other answer.
      guard let place = reads.firstIndex(where: { $0.id == id }) else { break }
      reads.remove(at: place)
      send(encoder.bulk(id: id, endpoint: device.model.bulkIn, .cancelled, length: 0))
    case .control(let endpoint, let wish):
      send(encoder.control(id: id, endpoint: endpoint, wish, device.answer(wish)))
    case .bulk(let endpoint, let length, let data):
      bulk(id: id, endpoint, length, data, &device, at: now)
    case .interrupt(let endpoint, _):
      send(
        encoder.packet(.interrupt, id: id, [endpoint, RedirStatus.invalid.rawValue, 0, 0]))
    }
  }

  private func bulk(
    id: UInt64, _ endpoint: UInt8, _ length: Int, _ data: [UInt8], _ device: inout USBDevice,
    at now: ContinuousClock.Instant
  ) {
    switch endpoint {
    case device.model.bulkIn:
      guard reads.count < Self.mostReads else {
        isGone = true
        return
      }
      reads.append((id, length))
    case device.model.bulkOut:
      let isTaken = data.count == length && device.receive(data, at: now)
      send(
        encoder.bulk(
          id: id, endpoint: endpoint, isTaken ? .success : .stall,
          length: isTaken ? data.count : 0))
    default: send(encoder.bulk(id: id, endpoint: endpoint, .invalid, length: 0))
    }
  }

  private func send(_ bytes: [UInt8]) {
    outbox += bytes
    flush()
    if outbox.count > Self.outboxLimit { isGone = true }
  }

  private func flush() {
    while !outbox.isEmpty, !isGone {
      let count = outbox.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        outbox.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        isGone = true
      }
    }
  }
}
