// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Files
internal import JobWork

/// A folder with a job for a demonstration, in whose list there is something to mend.
package struct SampleJob {
  private let place: TemporaryFolder
  package var folder: String { place.path }

  private static let name = "stores.csv"
  private static let list = """
    store,city,link
    1001,Berlin,https://go.example.com/s/1001
    1002,Hamburg,https://go.example.com/s/1002
    1003,München,https://go.example.com/s/1003
    1004,Köln,https://go.example.com/s/1004
    1005,Wien,https://go.example.com/s/1005
    1006,Zürich,https://go.example.com/s/1006
    1007,Genève,https://go.example.com/s/1007
    1008,Paris,htps://go.example.com/s/1008
    1009,Lyon,https://go.example.com/s/1009
    1010,Milano,https://go.example.com/s/1010
    1011,Praha,https://go.example.com/s/1011
    1012,København,https://go.example.com/s/1012

    """

  package init() throws(Failure) {
    do throws(NoTemporaryFolder) { place = try TemporaryFolder() } catch { throw Failure(error) }
    let path = "\(place.path)/\(Self.name)"
    try orFail { () throws(FileError) in
      try writeFile(path, Array(Self.list.utf8), lasting: false)
    }
    do throws(Failure) {
      try Self.makeJob(in: place.path, from: path)
    } catch {
      place.remove()
      throw error
    }
  }

  private static func makeJob(in folder: String, from path: String) throws(Failure) {
    _ = try NewJob(
      at: "\(folder)/stores", fromSheet: path, named: nil, encoding: nil,
      link: nil, isGenuine: false)
  }

  package func remove() { place.remove() }
}
