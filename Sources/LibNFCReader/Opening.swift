// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibNFC
internal import TagReading

/// A device of libnfc that has answered, and what is held for it.
struct OpenedDevice {
  let device: OpaquePointer
  var port: SerialPort?
  var node: USBNode?
}

/// Opens a reader by its name and brings it to the state in which it looks for tags.
func openDevice(_ name: ReaderName) throws(ReaderOpeningError) -> OpenedDevice {
  switch name {
  case .serial(let portName, let speed):
    let port = try SerialPort.taken(portName)
    let device = try openSerial(port, named: portName, speed: speed)
    port.keepForOurselves()
    return OpenedDevice(device: device, port: port)
  case .usbSocket(let socket): return try openUSB(socket, named: name.description)
  case .libnfc(let connection) where name.isOnUSB:
    guard let socket = USBPlace.socket(ofConnection: connection) else {
      throw .noSuchPort(connection)
    }
    return try openUSB(socket, named: connection)
  case .libnfc(let connection):
    return OpenedDevice(device: try openTwice(connection, on: nil, named: connection))
  }
}

private func openUSB(
  _ socket: String, named name: String
) throws(ReaderOpeningError) -> OpenedDevice {
  let node = try USBNode.taken(socket: socket, named: name)
  return OpenedDevice(device: try openTwice(node.connection, on: node, named: name), node: node)
}

/// One answer that gets lost on the way is no reason to give up.
func openTwice(
  _ connection: String, on node: USBNode?, named name: String
) throws(ReaderOpeningError) -> OpaquePointer {
  do {
    return try openWithLibNFC(connection, named: name)
  } catch {
    // Who took it meanwhile has it, and is the reason.
    try node?.requireFree(named: name)
    node?.dropAnswers()
    return try openWithLibNFC(connection, named: name)
  }
}

/// Opens a PN532 at the wanted speed, wherever an earlier program may have left it.
private func openSerial(
  _ port: SerialPort, named name: String, speed: Int
) throws(ReaderOpeningError) -> OpaquePointer {
  let usual = ReaderName.usualSpeed
  // The chip wakes up at the usual speed, and keeps a faster one until it loses power; an interrupted
  // program leaves it there.
  do {
    if speed != usual { try LineSpeed.bring(port.path, named: name, to: speed) }
    return try openWithLibNFC("pn532_uart:\(port.path):\(speed)", named: name)
  } catch {
    try LineSpeed.bring(port.path, named: name, to: speed)
    return try openWithLibNFC("pn532_uart:\(port.path):\(speed)", named: name)
  }
}

/// Opens a device under libnfc's name for it; errors have the user's.
func openWithLibNFC(
  _ connection: String, named name: String
) throws(ReaderOpeningError) -> OpaquePointer {
  guard connection.utf8.count < NFC_BUFSIZE_CONNSTRING,
    let context = NFCContext.shared.pointer,
    let device = nfc_open(context, connection)
  else { throw .notReady(name) }
  // When an answer was lost during opening, libnfc hands out a device without modulations, and the
  // first select would stop the process.
  var modulations: UnsafePointer<nfc_modulation_type>?
  guard nfc_device_get_supported_modulation(device, N_INITIATOR, &modulations) == 0,
    modulations != nil,
    nfc_initiator_init(device) == 0,
    // One look and an answer at once; waiting is a loop of ours that can be cancelled.
    nfc_device_set_property_bool(device, NP_INFINITE_SELECT, false) == 0,
    commandLimit(ofConnection: connection).map({
      nfc_device_set_property_int(device, NP_TIMEOUT_COMMAND, $0) == 0
    }) ?? true
  else {
    nfc_close(device)
    throw .notReady(name)
  }
  return device
}
