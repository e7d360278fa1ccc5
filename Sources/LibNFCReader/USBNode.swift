// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import TagReading

/// A reader on USB that this process holds for itself, as far as programs of ours go.
///
/// libnfc resets the device before it claims it, and the kernel then drops the claim of whoever has it. So
/// it may not even try while another program works with the reader.
final class USBNode {
  /// libnfc's name for the device until it is plugged in again.
  let connection: String
  private let place: USBPlace
  private let device: USBDevice
  private let path: String
  private var linkToDriver: String?
  let descriptor: Int32

  /// Takes the reader in a socket, or says under the name that the user gave why not.
  private init(socket: String, named name: String) throws(ReaderOpeningError) {
    let place = USBPlace(socket)
    guard let device = place.device, let connection = device.connectionString else {
      throw .noSuchPort(name)
    }
    let node = device.node
    let descriptor = open(node, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      guard code == EACCES || code == EPERM else { throw .noSuchPort(name) }
      if let group = groupToJoin(for: node) {
        throw .notPermitted(name, group: group)
      }
      throw .noRule(
        name, device: place.path, vendor: device.vendor, product: device.product)
    }
    do throws(ReaderOpeningError) {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw .inUse(name, by: Self.holder(of: descriptor))
      }
      try Self.requireFree(place, device, descriptor, named: name)
    } catch {
      close(descriptor)
      throw error
    }
    self.connection = connection
    self.place = place
    self.device = device
    self.path = node
    self.descriptor = descriptor
  }

  /// Whether a program has claimed it: this one, as long as no other has reset it.
  ///
  /// It is asked before each command, so the folder of the device is looked through once.
  var isClaimed: Bool {
    linkToDriver = linkToDriver ?? place.linkToDriver
    return linkToDriver.flatMap(USBPlace.driver(behind:)) == USBPlace.programs
  }

  /// Waits a moment for another program that has taken the device by a reset.
  func awaitFree(named name: String) throws(ReaderOpeningError) {
    for _ in 0..<looksAtHolder where isClaimed { usleep(50_000) }
    try requireFree(named: name)
  }

  /// Throws if another program or the kernel has the device by now: libnfc's reset would take it from the
  /// one, and gives it to the other.
  func requireFree(named name: String) throws(ReaderOpeningError) {
    try Self.requireFree(place, device, descriptor, named: name)
  }

  private static func requireFree(
    _ place: USBPlace, _ device: USBDevice, _ descriptor: Int32, named name: String
  ) throws(ReaderOpeningError) {
    // It may have been unplugged meanwhile, and its socket given to another one.
    guard place.device == device else { throw .noSuchPort(name) }
    switch place.driver {
    case nil: break
    case USBPlace.programs: throw .inUse(name, by: holder(of: descriptor))
    case let module?: throw .heldByKernel(name, module: module)
    }
  }

  /// Takes the reader, or says why not.
  ///
  /// The process of a driver outlives its program by a moment when that was killed. While libnfc resets
  /// the device for another program, it has no number.
  static func taken(socket: String, named name: String) throws(ReaderOpeningError) -> USBNode {
    for _ in 0..<looksAtHolder {
      do {
        return try USBNode(socket: socket, named: name)
      } catch {
        switch error {
        case .inUse: break
        case .noSuchPort where USBPlace(socket).isTaken: break
        default: throw error
        }
        usleep(50_000)
      }
    }
    return try USBNode(socket: socket, named: name)
  }

  /// Whether the device was unplugged; plugged in again, it has another number.
  var isGone: Bool { access(path, F_OK) != 0 }

  private static func holder(of descriptor: Int32) -> PortHolder? {
    processHolding(linkTarget("/proc/self/fd/\(descriptor)"))
  }

  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// A USB socket of this machine, and what is in it now.
struct USBPlace {
  let path: String

  init(_ socket: String, devices: String = USBPlace.devices) { path = "\(devices)/\(socket)" }

  static let devices = "/sys/bus/usb/devices"
  /// The driver of a device that a program has claimed, such as libnfc or the PC/SC service.
  static let programs = "usbfs"

  var device: USBDevice? { USBDevice(at: path) }

  /// Whether anything is in it, whoever may be using it.
  var isTaken: Bool { access(path, F_OK) == 0 }

  /// The driver of the first interface, which is the one of a reader; nil without one.
  var driver: String? { linkToDriver.flatMap(Self.driver(behind:)) }

  /// What leads to that driver while there is one; nil for a device that was not set up yet.
  var linkToDriver: String? {
    guard let socket = path.split(separator: "/").last else { return nil }
    return kernelNames(path).sorted().first { $0.hasPrefix("\(socket):") }
      .map { "\(path)/\($0)/driver" }
  }

  static func driver(behind link: String) -> String? {
    linkTarget(link).split(separator: "/").last.map(String.init)
  }

  /// The socket of a device that libnfc calls by this name, or by the first part of it.
  static func socket(ofConnection text: String) -> String? {
    // Names with a colon are the interfaces of a device.
    kernelNames(devices).sorted().first { socket in
      guard !socket.contains(":"), let name = USBPlace(socket).device?.connectionString else {
        return false
      }
      return name == text || name.hasPrefix("\(text):")
    }
  }
}
