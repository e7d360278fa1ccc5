// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Asks a host for everything, address after address.
package struct HostInquiry {
  /// Hosts with more addresses have them for their load, and all of them from one configuration.
  static let addressCountMax = 4

  let lookUp: (String, Int) -> [AddressFamily: AddressLookup]
  let wayOut: (HostAddress) -> WayOut
  /// Fetches from one address; without a route, from the one that is found on the way.
  let fetch: (_ url: String, AskedFile, Route?) -> FetchOutcome
  /// Whether a proxy chooses the addresses.
  let hasProxy: Bool

  /// Asks with a fetcher, and with its routes in place of the DNS.
  package init(_ fetcher: Fetcher) {
    hasProxy = fetcher.proxy != nil
    lookUp = {
      SiteFetch.lookUp(
        $0, port: $1, routes: fetcher.routes, timeLimit: fetcher.limits.connecting)
    }
    wayOut = \.wayOut
    // An authority of one's own signs one's own servers and not those of Apple and Google.
    var publicFetcher = fetcher
    publicFetcher.authorityFile = nil
    fetch = { [publicFetcher] url, file, route in
      let fetcher = file.isElsewhere ? publicFetcher : fetcher
      do throws(FetchError) {
        return .success(try fetcher.fetch(url, as: file.userAgent, over: route))
      } catch {
        return .failure(error)
      }
    }
  }

  init(
    hasProxy: Bool = false, lookUp: @escaping (String, Int) -> [AddressFamily: AddressLookup],
    wayOut: @escaping (HostAddress) -> WayOut = { _ in .open },
    fetch: @escaping (String, AskedFile, Route?) -> FetchOutcome
  ) {
    self.hasProxy = hasProxy
    self.lookUp = lookUp
    self.wayOut = wayOut
    self.fetch = fetch
  }

  /// Asks a host, and Apple and Google too if they may be asked.
  package func ask(_ host: String, port: Int?, asksOthers: Bool) -> HostAnswers {
    let place = host + (port.map { ":\($0)" } ?? "")
    var answers = HostAnswers()
    if hasProxy {
      answers.proxied = AddressAnswers(
        address: nil, outcomes: ask(place, .own, over: nil), isOfProxy: true)
    } else {
      let port = port ?? 443
      for (family, lookup) in lookUp(host, port) {
        answers.families[family] = ask(place, family, lookup) {
          // An address is its own way.
          HostAddress(host) == nil ? Route(host: host, port: port, address: $0) : nil
        }
      }
    }
    if asksOthers {
      // Others know a host by its name alone, as apps do.
      answers.elsewhere = ask(host, .others, over: nil)
    }
    return answers
  }

  private func ask(
    _ place: String, _ family: AddressFamily, _ lookup: AddressLookup,
    _ route: (HostAddress) -> Route?
  ) -> FamilyAnswers {
    var answers = FamilyAnswers(lookup)
    guard case .found(let addresses) = lookup else {
      if lookup == .failed { answers.doubt = .noDNS }
      return answers
    }
    for address in addresses.prefix(Self.addressCountMax) {
      let way = wayOut(address)
      if way == .none { continue }
      // The older place and the name of Apple's fetcher are asked once for each family, of the first
      // address that answers.
      let isFirst = answers.asked.allSatisfy(\.isUnreached)
      let files: [AskedFile] = isFirst ? .own : [.apple, .android]
      let outcomes = ask(place, files, over: route(address))
      if way == .doubtful, outcomes.values.allSatisfy(\.isWithoutHost) {
        answers.doubt = .notOutside
      } else {
        answers.asked.append(AddressAnswers(address: address, outcomes: outcomes))
      }
    }
    if answers.asked.isEmpty {
      answers.doubt = answers.doubt ?? .notHere
    } else {
      answers.doubt = nil
    }
    return answers
  }

  private func ask(
    _ place: String, _ files: [AskedFile], over route: Route?
  ) -> [AskedFile: FetchOutcome] {
    var outcomes: [AskedFile: FetchOutcome] = [:]
    for file in files {
      if case .failure(let error)? = outcomes[.apple] {
        // A host that cannot be spoken to needs to be told only once, and a bot's name changes
        // nothing.
        if error.isForAllFiles || file == .appleAsBot { continue }
      }
      outcomes[file] = fetch(file.url(host: place), file, route)
    }
    return outcomes
  }
}

extension [AskedFile] {
  fileprivate static let own = AskedFile.allCases.filter { !$0.isElsewhere }
  fileprivate static let others = AskedFile.allCases.filter(\.isElsewhere)
}
