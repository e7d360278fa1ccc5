// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibCurl

/// The functions of libcurl; nil where it is not installed.
///
/// A global is made once, whichever thread comes first, and libcurl's own beginning with it.
nonisolated(unsafe) private let library: tagpress_curl? = {
  var functions = tagpress_curl()
  return tagpress_curl_open(&functions) != 0 ? functions : nil
}()

extension Fetcher {
  /// Whether anything can be fetched on this machine.
  package static var isPossible: Bool { library != nil }
}

/// Owns one transfer of libcurl (`curl_easy_init`).
///
/// The setters throw what libcurl objects to, so that no option that protects us is lost in silence.
struct CurlHandle: ~Copyable {
  private var curl: tagpress_curl
  private let handle: UnsafeMutableRawPointer
  private var lists: [UnsafeMutablePointer<curl_slist>] = []

  init() throws(FetchError) {
    guard let library else { throw .noLibrary }
    guard let handle = library.easy_init() else { throw .noMemory }
    curl = library
    self.handle = handle
  }

  deinit {
    curl.easy_cleanup(handle)
    for list in lists { curl.slist_free_all(list) }
  }

  mutating func set(_ option: CURLoption, _ number: Int) throws(FetchError) {
    try check(tagpress_curl_set_number(&curl, handle, option, number))
  }

  mutating func set(_ option: CURLoption, _ isOn: Bool) throws(FetchError) {
    try set(option, isOn ? 1 : 0)
  }

  mutating func set(_ option: CURLoption, _ time: Duration) throws(FetchError) {
    // Zero would mean no limit at all.
    try set(option, max(1, Int(time / .milliseconds(1))))
  }

  /// libcurl copies the text.
  mutating func set(_ option: CURLoption, _ text: String?) throws(FetchError) {
    try check(tagpress_curl_set_text(&curl, handle, option, text))
  }

  mutating func set(_ option: CURLoption, _ texts: [String]) throws(FetchError) {
    var list: UnsafeMutablePointer<curl_slist>?
    for text in texts {
      guard let longer = curl.slist_append(list, text) else {
        curl.slist_free_all(list)
        throw .noMemory
      }
      list = longer
    }
    guard let list else { return }
    lists.append(list)
    try check(tagpress_curl_set_list(&curl, handle, option, list))
  }

  /// Handles a piece of the header or of the body; false ends the transfer.
  mutating func set(
    _ function: CURLoption, _ receive: curl_write_callback?, _ data: CURLoption,
    _ context: UnsafeMutableRawPointer?
  ) throws(FetchError) {
    try check(tagpress_curl_set_receiver(&curl, handle, function, receive, data, context))
  }

  mutating func perform() -> CURLcode { curl.easy_perform(handle) }

  mutating func number(_ info: CURLINFO) -> Int { tagpress_curl_number(&curl, handle, info) }

  mutating func time(_ info: CURLINFO) -> Duration {
    .microseconds(Int64(tagpress_curl_time(&curl, handle, info)))
  }

  mutating func text(_ info: CURLINFO) -> String {
    tagpress_curl_text(&curl, handle, info).map { String(cString: $0) } ?? ""
  }

  /// The host's own certificate, if the connection came that far.
  mutating func certificate() -> ServedCertificate? {
    guard let found = tagpress_curl_certificates(&curl, handle)?.pointee,
      found.num_of_certs > 0, var line = found.certinfo[0]
    else { return nil }
    var lines: [String] = []
    while true {
      if let text = line.pointee.data { lines.append(String(cString: text)) }
      guard let next = line.pointee.next else { break }
      line = next
    }
    return ServedCertificate(lines: lines, chainCount: Int(found.num_of_certs))
  }

  private func check(_ code: CURLcode) throws(FetchError) {
    if code != CURLE_OK { throw .other(code.rawValue) }
  }
}
