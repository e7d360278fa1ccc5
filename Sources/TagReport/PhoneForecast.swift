// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import Plain
internal import TagMemory
internal import WebLink

/// What phones do when they touch a tag with these records.
struct PhoneForecast {
  let iPhone: String
  let android: String

  init(iPhone: String, android: String) {
    (self.iPhone, self.android) = (iPhone, android)
  }

  /// The tag may ask phones for a password before it shows the message.
  init(_ content: TagContent, _ message: MessageReading?, isClosedToPhones: Bool?) {
    let words: String? =
      switch content {
      case _ where isClosedToPhones == true:
        "cannot read it, because the tag asks for its password first"
      case .hidden: "unknown, because not all of the tag could be read"
      case .damaged: "unknown, because the message is damaged"
      default: nil
      }
    if let words {
      self.init(iPhone: words, android: words)
      return
    }
    let open = PhoneForecast(message?.views() ?? [])
    let unless = isClosedToPhones == nil ? ", unless the tag asks for its password first" : ""
    self.init(iPhone: open.iPhone + unless, android: open.android + unless)
  }

  /// An iPhone takes the first URI record, wherever it is; Android looks at the first record, and at
  /// an application record anywhere.
  init(_ views: [RecordView]) {
    var firstLink: String?
    var application: String?
    for view in views {
      switch view.content {
      case .uri(let uri) where firstLink == nil: firstLink = uri
      case .androidApplication(let package) where application == nil: application = package
      default: break
      }
    }
    iPhone = PhoneForecast.iPhone(firstLink)
    android = PhoneForecast.android(views.first?.content, application)
  }

  private static func iPhone(_ link: String?) -> String {
    guard let link else { return "does nothing, because there is no link on the tag" }
    guard let link = try? WebLink(link) else {
      return "does nothing, because the link is not valid"
    }
    switch link.kind {
    case .web where link.scheme == "https":
      return
        "offers the link, and opens it in the app that the website names, otherwise in the browser"
    case .web:
      return "offers the link and opens it in the browser, unless an app takes http links, too"
    case .maps: return "offers the place in Maps"
    case .mail: return "offers to write an email"
    case .message: return "offers to write a message"
    case .telephone: return "offers to call"
    case .faceTime, .faceTimeAudio: return "offers a FaceTime call"
    case .homeKit: return "offers to add the HomeKit accessory"
    case .other:
      return "does nothing, because it opens no '\(visible(String(link.scheme))):' links from tags"
    }
  }

  private static func android(_ first: RecordContent?, _ application: String?) -> String {
    if let application {
      return "opens the app \(visible(application)), or its page in the store"
    }
    switch first {
    case .uri, .absoluteURI, .smartPoster:
      return "opens the link in the app that claims it, otherwise in the browser"
    case .media(let type, _), .external(let type, _):
      return "opens the app that claims the type \(visible(type)), if there is one"
    case .text: return "shows the text in the app that claims texts, if there is one"
    case .empty, nil: return "says that the tag is empty"
    case .unknown, .other, .androidApplication: return "does nothing"
    }
  }
}

/// What phones do when they touch a tag with this message, apart from what apps claim; nil if it is no
/// message.
package func phonesForecast(of message: [UInt8]) -> (iPhone: String, android: String)? {
  guard let reading = try? MessageReading(message) else { return nil }
  let forecast = PhoneForecast(reading.views())
  return (forecast.iPhone, forecast.android)
}
