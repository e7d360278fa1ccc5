// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Many texts as a tree in which common beginnings are there once.
///
/// `$(lang)` has 631 values; a tree finds the right one in two or three steps.
struct ValueTree {
  private struct Node {
    /// The byte that leads here from the parent.
    let byte: UInt8
    /// Whether a text ends here.
    var isEnd = false
    var firstChild: Int?
    /// The next child of the same parent.
    var sibling: Int?
  }

  private var nodes = [Node(byte: 0)]

  mutating func insert(_ text: [UInt8]) {
    var node = 0
    for byte in text {
      var child = nodes[node].firstChild
      while let candidate = child, nodes[candidate].byte != byte {
        child = nodes[candidate].sibling
      }
      if child == nil {
        nodes.append(Node(byte: byte, sibling: nodes[node].firstChild))
        nodes[node].firstChild = nodes.count - 1
      }
      node = child ?? nodes.count - 1
    }
    nodes[node].isEnd = true
  }

  /// The tree as states, the first of which has the number `base`; a match continues after the
  /// last.
  func states(from base: Int) -> [PatternState] {
    guard nodes[0].isEnd || nodes[0].firstChild != nil else { return [.never] }
    // Where the edges from each node begin; a fork is before them if a text ends at the node.
    var starts: [Int] = []
    var count = base
    for node in nodes {
      starts.append(count)
      if node.firstChild != nil { count += (node.isEnd ? 1 : 0) + children(of: node).count }
    }
    let behind = count
    var states: [PatternState] = []
    for node in nodes where node.firstChild != nil {
      if node.isEnd { states.append(.fork(behind)) }
      for child in children(of: node) {
        let leadsOn = nodes[child].firstChild != nil
        let following = base + states.count + 1
        states.append(
          .edge(
            nodes[child].byte, child: leadsOn ? starts[child] : behind,
            sibling: nodes[child].sibling == nil ? nil : following))
      }
    }
    return states
  }

  private func children(of node: Node) -> [Int] {
    var children: [Int] = []
    var child = node.firstChild
    while let number = child {
      children.append(number)
      child = nodes[number].sibling
    }
    return children
  }
}
