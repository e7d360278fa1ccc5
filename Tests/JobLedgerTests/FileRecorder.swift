// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CSQLite
import Glibc
import TestSupport
import Threads

/// Sits between SQLite and the files of one folder: writes down what happens to them, and on demand
/// lets a write fail or the process die.
///
/// It is a VFS of SQLite whose files are those of the system; only the methods that change a file
/// are its own. Files outside the folder are not touched.
enum FileRecorder {
  enum Event: Sendable {
    case write(file: String, offset: Int, bytes: [UInt8])
    case truncate(file: String, size: Int)
    case sync(file: String)
    case delete(file: String)
    /// The test notes that a step has returned.
    case mark
  }

  /// What happens at a write, a truncation or a synchronisation, by its number from 0.
  enum Interference: Sendable {
    /// It and all later ones are refused with a result code of SQLite.
    case refuse(from: Int, code: Int32)
    case kill(at: Int)
  }

  private struct State: @unchecked Sendable {
    var folder: String?
    var events: [Event] = []
    var interference: Interference?
    var changes = 0
    /// By the address of SQLite's file.
    var files: [UInt: (name: String, methods: Methods)] = [:]
    /// By the address of the system's methods; they are as few as there are kinds of locks.
    var methods: [UInt: Methods] = [:]
  }

  private struct Methods: @unchecked Sendable {
    let system: UnsafePointer<sqlite3_io_methods>
    let ours: UnsafePointer<sqlite3_io_methods>

    /// They are never freed, for SQLite may hold them as long as the process lives.
    init?(instead address: UInt) {
      guard let system = UnsafePointer<sqlite3_io_methods>(bitPattern: address) else { return nil }
      self.system = system
      ours = FileRecorder.ours(instead: system)
    }
  }

  private static let state = Guarded(State())

  /// The system's own VFS; making it known registers ours before it, once for the process.
  private nonisolated(unsafe) static let system: UnsafeMutablePointer<sqlite3_vfs>? = register()

  static func watch(_ folder: String, _ interference: Interference? = nil) {
    _ = system
    state.withLock {
      $0.folder = folder + "/"
      $0.events = []
      $0.changes = 0
      $0.interference = interference
    }
  }

  static func mark() { state.withLock { $0.events.append(.mark) } }

  /// Ends the interference, and the recording with it.
  @discardableResult
  static func stop() -> [Event] {
    state.withLock {
      $0.folder = nil
      $0.interference = nil
      return $0.events
    }
  }

  private static func register() -> UnsafeMutablePointer<sqlite3_vfs>? {
    guard let system = sqlite3_vfs_find(nil) else { return nil }
    let ours = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    ours.initialize(to: system.pointee)
    ours.pointee.pNext = nil
    ours.pointee.zName = UnsafePointer(strdup("recorder"))
    ours.pointee.xOpen = { _, name, file, flags, answer in
      let code = FileRecorder.system?.pointee.xOpen(FileRecorder.system, name, file, flags, answer)
      if code == SQLITE_OK, let name, let file { FileRecorder.opened(file, String(cString: name)) }
      return code ?? SQLITE_ERROR
    }
    ours.pointee.xDelete = { _, name, syncsFolder in
      if let name { FileRecorder.record(path: String(cString: name)) { .delete(file: $0) } }
      return FileRecorder.system?.pointee.xDelete(FileRecorder.system, name, syncsFolder)
        ?? SQLITE_ERROR
    }
    sqlite3_vfs_register(ours, 1)
    return system
  }

  private static func opened(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String) {
    let key = UInt(bitPattern: file)
    let system = UInt(bitPattern: file.pointee.pMethods)
    let methods: Methods? = state.withLock {
      guard let folder = $0.folder, path.hasPrefix(folder),
        let methods = $0.methods[system] ?? Methods(instead: system)
      else { return nil }
      $0.methods[system] = methods
      $0.files[key] = (String(path.dropFirst(folder.count)), methods)
      return methods
    }
    if let methods { file.pointee.pMethods = methods.ours }
  }

  private static func closed(_ file: UnsafeMutablePointer<sqlite3_file>?) {
    let key = UInt(bitPattern: file)
    state.withLock { $0.files[key] = nil }
  }

  private static func ours(
    instead system: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafePointer<sqlite3_io_methods> {
    let ours = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    ours.initialize(to: system.pointee)
    ours.pointee.xWrite = { file, bytes, count, offset in
      let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(count))
      let refusal = FileRecorder.change(file) {
        .write(file: $0, offset: Int(offset), bytes: Array(bytes))
      }
      return refusal ?? FileRecorder.methods(file)?.xWrite(file, bytes.baseAddress, count, offset)
        ?? SQLITE_ERROR
    }
    ours.pointee.xTruncate = { file, size in
      let refusal = FileRecorder.change(file) { .truncate(file: $0, size: Int(size)) }
      return refusal ?? FileRecorder.methods(file)?.xTruncate(file, size) ?? SQLITE_ERROR
    }
    // It is not passed on, for nothing here needs to wait for a real disk.
    ours.pointee.xSync = { file, _ in
      FileRecorder.change(file) { .sync(file: $0) } ?? SQLITE_OK
    }
    ours.pointee.xClose = { file in
      let close = FileRecorder.methods(file)?.xClose
      FileRecorder.closed(file)
      return close?(file) ?? SQLITE_ERROR
    }
    return UnsafePointer(ours)
  }

  private static func methods(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> sqlite3_io_methods? {
    let key = UInt(bitPattern: file)
    return state.withLock { $0.files[key]?.methods.system.pointee }
  }

  /// Records a change that is about to be made; the result code if it is to fail instead.
  private static func change(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ event: (String) -> Event
  ) -> Int32? {
    let key = UInt(bitPattern: file)
    return state.withLock {
      guard let name = $0.files[key]?.name, $0.folder != nil else { return nil }
      let number = $0.changes
      $0.changes += 1
      switch $0.interference {
      case .refuse(let first, let code) where number >= first: return code
      case .kill(number): kill(getpid(), SIGKILL)
      default: break
      }
      $0.events.append(event(name))
      return nil
    }
  }

  private static func record(path: String, _ event: (String) -> Event) {
    state.withLock {
      guard let folder = $0.folder, path.hasPrefix(folder) else { return }
      $0.events.append(event(String(path.dropFirst(folder.count))))
    }
  }
}
