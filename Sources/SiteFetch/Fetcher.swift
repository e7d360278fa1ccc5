// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibCurl
internal import Glibc

/// Fetches one file at a time from a host, as suspiciously as a phone's maker would.
///
/// Only https, the certificate verified; no redirect is followed, no cookie kept, nothing read from
/// the environment, and nothing sent but the request for the file.
package struct Fetcher: Equatable, Sendable {
  /// The authorities to trust instead of the system's, in a PEM file.
  package var authorityFile: String?
  package var routes: [Route] = []
  package var proxy: String?
  package var limits = FetchLimits()

  package init() {}

  package static let userAgent = "TagPress/1 (check of association files)"

  /// Fetches a file, from one address alone if there is a route; what takes too long is tried again.
  package func fetch(
    _ url: String, as userAgent: String = Self.userAgent, over route: Route? = nil
  ) throws(FetchError) -> Reply {
    do throws(FetchError) {
      return try fetchOnce(url, as: userAgent, over: route)
    } catch {
      guard error.isTimeOut else { throw error }
      return try fetchOnce(url, as: userAgent, over: route)
    }
  }

  private func fetchOnce(
    _ url: String, as userAgent: String, over route: Route?
  ) throws(FetchError) -> Reply {
    var curl = try handle(for: url, over: route)
    try curl.set(CURLOPT_USERAGENT, userAgent)
    // Everything that libcurl can decode, because the limits are about what is decoded.
    try curl.set(CURLOPT_ACCEPT_ENCODING, "")
    let box = ReceptionBox()
    let context = Unmanaged.passUnretained(box).toOpaque()
    try curl.set(CURLOPT_HEADERFUNCTION, receiveHeader, CURLOPT_HEADERDATA, context)
    try curl.set(CURLOPT_WRITEFUNCTION, receiveBody, CURLOPT_WRITEDATA, context)
    // The box must outlive the transfer, which knows it only by its address.
    let code = withExtendedLifetime(box) { curl.perform() }
    guard code == CURLE_OK || box.reception.bodyIsCut else {
      throw error(code, of: &curl, box.reception, url, over: route)
    }
    return Reply(
      url: url, status: curl.number(CURLINFO_RESPONSE_CODE), headers: box.reception.headers,
      body: box.reception.body, isCut: box.reception.bodyIsCut,
      address: curl.text(CURLINFO_PRIMARY_IP), certificate: curl.certificate(),
      duration: curl.time(CURLINFO_TOTAL_TIME_T))
  }

  /// A transfer with all that is the same for each.
  private func handle(for url: String, over route: Route?) throws(FetchError) -> CurlHandle {
    var curl = try CurlHandle()
    try curl.set(CURLOPT_URL, url)
    try curl.set(CURLOPT_PROTOCOLS_STR, "https")
    try curl.set(CURLOPT_FOLLOWLOCATION, false)
    try curl.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    try curl.set(CURLOPT_SSL_VERIFYPEER, true)
    try curl.set(CURLOPT_SSL_VERIFYHOST, 2)
    try curl.set(CURLOPT_CERTINFO, true)
    if let authorityFile {
      try curl.set(CURLOPT_CAINFO, authorityFile)
      // Otherwise the system's authorities would still be trusted in addition to those of the file.
      try curl.set(CURLOPT_CAPATH, nil as String?)
    }
    // An empty text keeps libcurl from asking the environment.
    try curl.set(CURLOPT_PROXY, proxy ?? "")
    try curl.set(CURLOPT_NOPROXY, "")
    try curl.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    try curl.set(CURLOPT_RESOLVE, Route.texts(route.map { [$0] } ?? routes))
    // Time limits would else be kept by a signal to the whole process.
    try curl.set(CURLOPT_NOSIGNAL, true)
    try curl.set(CURLOPT_CONNECTTIMEOUT_MS, limits.connecting)
    try curl.set(CURLOPT_TIMEOUT_MS, limits.whole)
    return curl
  }

  private func error(
    _ code: CURLcode, of curl: inout CurlHandle, _ reception: Reception, _ url: String,
    over route: Route?
  ) -> FetchError {
    if reception.headerIsTooLarge { return .headerTooLarge }
    let isConnected = curl.time(CURLINFO_APPCONNECT_TIME_T) != .zero
    switch code {
    // An answer that is not HTTP has this name too; without a connection, it is about the URL.
    case CURLE_UNSUPPORTED_PROTOCOL: return isConnected ? .notHTTP : .notHTTPS
    case CURLE_URL_MALFORMAT: return .notHTTPS
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxy
    // A proxy's refusal says nothing about the host behind it.
    case CURLE_COULDNT_CONNECT, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
      if proxy != nil && !isConnected { return .proxy }
      return broken(code, of: &curl)
    case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost
    case CURLE_OPERATION_TIMEDOUT: return timeOut(of: &curl, isConnected, reception)
    case CURLE_SSL_CACERT_BADFILE: return .badAuthorityFile
    case CURLE_PEER_FAILED_VERIFICATION:
      let certificate = servedCertificate(at: url, over: route)
      let verdict = curl.number(CURLINFO_SSL_VERIFYRESULT)
      return .certificate(CertificateFault(verdict: verdict, certificate), certificate)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER: return .noEncryption
    case CURLE_WEIRD_SERVER_REPLY: return .notHTTP
    case CURLE_BAD_CONTENT_ENCODING: return .badEncoding
    // The server speaks HTTP/2 and gave up on this answer.
    case CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM: return .brokenOff
    // libcurl says so of a line of the header that is longer than it takes; newer ones say 100.
    case CURLE_OUT_OF_MEMORY where isConnected && !reception.headerIsComplete:
      return .headerTooLarge
    case CURLE_OUT_OF_MEMORY: return .noMemory
    default: return code.rawValue == 100 ? .headerTooLarge : .other(code.rawValue)
    }
  }

  /// A connection that was not made, or was lost.
  private func broken(_ code: CURLcode, of curl: inout CurlHandle) -> FetchError {
    switch code {
    case CURLE_GOT_NOTHING: return .noAnswer
    case CURLE_COULDNT_CONNECT:
      let error = Int32(truncatingIfNeeded: curl.number(CURLINFO_OS_ERRNO))
      return [0, ECONNREFUSED, ECONNRESET].contains(error) ? .noConnection : .noWay
    default: return .brokenOff
    }
  }

  private func timeOut(
    of curl: inout CurlHandle, _ isConnected: Bool, _ reception: Reception
  ) -> FetchError {
    if !isConnected { return .tooSlow(.connecting, limit: limits.connecting) }
    return .tooSlow(reception.hasBegun ? .whole : .firstByte, limit: limits.whole)
  }

  /// Looks at a certificate that was not accepted, to say what is wrong with it.
  ///
  /// Nothing is verified here alone, and the connection ends before anything is asked over it.
  private func servedCertificate(at url: String, over route: Route?) -> ServedCertificate? {
    do throws(FetchError) {
      var curl = try handle(for: url, over: route)
      try curl.set(CURLOPT_CONNECT_ONLY, true)
      try curl.set(CURLOPT_SSL_VERIFYPEER, false)
      try curl.set(CURLOPT_SSL_VERIFYHOST, 0)
      return curl.perform() == CURLE_OK ? curl.certificate() : nil
    } catch {
      return nil
    }
  }
}

/// A reception at an address that stays, for the callbacks of C.
private final class ReceptionBox {
  var reception = Reception()
}

private func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  receive(bytes, count, context) { $0.add(headerLine: $1) }
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  receive(bytes, count, context) { $0.add(body: $1) }
}

/// Hands a piece on; libcurl always says 1 for the size, and takes any other answer than the count for "stop".
private func receive(
  _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
  _ add: (inout Reception, UnsafeRawBufferPointer) -> Bool
) -> Int {
  guard count > 0, let bytes, let context else { return 0 }
  let box = Unmanaged<ReceptionBox>.fromOpaque(context).takeUnretainedValue()
  return add(&box.reception, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
}
