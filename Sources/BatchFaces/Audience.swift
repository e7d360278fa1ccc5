// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Provisioning
internal import Threads

/// A face that may come while the batch runs, and is told how it stands before it is told more.
protocol LateFace: BatchObserver {
  func begin(at state: OperatorState)
}

/// All faces of one batch; every event goes to each of them, in the order in which they came.
///
/// Faces may come and go on any thread. They are told everything on that of the run, as a single one
/// would be, from the next event or rest on.
final class Audience: BatchObserver, @unchecked Sendable {
  private enum Change {
    case comes(any LateFace)
    case goes(any BatchObserver)
  }

  private let monitor = Monitor()
  /// Only touched inside the monitor.
  private var changes: [Change] = []
  // What follows belongs to the thread of the run.
  private var faces: [any BatchObserver]
  private var state: OperatorState

  init(_ faces: [any BatchObserver], station: String?, _ cures: @escaping CureWords) {
    self.faces = faces
    state = OperatorState(station: station, cures)
  }

  func join(_ face: any LateFace) {
    monitor.inside { changes.append(.comes(face)) }
  }

  /// Takes a face away; it may be told one thing more.
  func leave(_ face: any BatchObserver) {
    monitor.inside { changes.append(.goes(face)) }
  }

  func take(_ event: BatchEvent) {
    change()
    state.take(event)
    for face in faces { face.take(event) }
  }

  func rest() {
    change()
    state.rest()
    for face in faces { face.rest() }
  }

  private func change() {
    let changes = monitor.inside {
      defer { self.changes = [] }
      return self.changes
    }
    for change in changes {
      switch change {
      case .comes(let face):
        face.begin(at: state)
        faces.append(face)
      case .goes(let face): faces.removeAll { $0 === face }
      }
    }
  }
}
