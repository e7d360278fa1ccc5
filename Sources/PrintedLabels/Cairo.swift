// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibCairo

/// The functions of Cairo and Pango; nil where they are not installed.
///
/// A global is made once, whichever thread comes first.
private let library: tagpress_cairo? = {
  var functions = tagpress_cairo()
  return tagpress_cairo_open(&functions) != 0 ? functions : nil
}()

/// Why no PDF can be drawn.
package enum DrawingError: Error, Hashable {
  /// Cairo and Pango are not installed.
  case noLibrary
  /// Cairo gave up; its number for why.
  case failed(Int32)
}

/// The pages of a PDF, drawn with Cairo and Pango, and handed over piece by piece.
///
/// Lengths are points from the top left corner. It belongs to the thread that made it.
final class Pages {
  private let cairo: tagpress_cairo
  private let surface: OpaquePointer
  private let pen: OpaquePointer
  private let layout: OpaquePointer
  private let font: OpaquePointer
  private let receiver: Receiver
  /// Letters that were looked up already, and whether a font has them.
  private var knownLetters: [Unicode.Scalar: Bool] = [:]

  private final class Receiver {
    let take: ([UInt8]) -> Bool

    init(_ take: @escaping ([UInt8]) -> Bool) {
      self.take = take
    }
  }

  init(
    _ page: Extent, title: String, creator: String, made: String?,
    take: @escaping ([UInt8]) -> Bool
  ) throws(DrawingError) {
    guard let library else { throw .noLibrary }
    cairo = library
    receiver = Receiver(take)
    let surface = cairo.pdf_create(
      { closure, bytes, count in
        guard let closure, let bytes else { return Int32(TAGPRESS_CAIRO_WRITE_ERROR) }
        let receiver = Unmanaged<Receiver>.fromOpaque(closure).takeUnretainedValue()
        let piece = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
        return receiver.take(piece) ? 0 : Int32(TAGPRESS_CAIRO_WRITE_ERROR)
      }, Unmanaged.passUnretained(receiver).toOpaque(), page.width.points, page.height.points)
    guard let surface else { throw .noLibrary }
    guard let pen = cairo.create(surface), let layout = cairo.layout_create(pen),
      let font = cairo.font_new()
    else {
      let status = cairo.surface_status(surface)
      cairo.surface_destroy(surface)
      throw .failed(status)
    }
    (self.surface, self.pen, self.layout, self.font) = (surface, pen, layout, font)
    cairo.pdf_restrict(surface, Int32(TAGPRESS_CAIRO_PDF_1_4))
    set(TAGPRESS_CAIRO_TITLE, title)
    set(TAGPRESS_CAIRO_CREATOR, creator)
    // Otherwise it would be the time of now, and no two files were alike.
    if let made {
      set(TAGPRESS_CAIRO_CREATE_DATE, made)
      set(TAGPRESS_CAIRO_MOD_DATE, made)
    }
    cairo.font_set_family(font, "sans-serif")
    forbidHyphens()
  }

  deinit {
    cairo.font_free(font)
    cairo.unref(UnsafeMutableRawPointer(layout))
    cairo.destroy(pen)
    cairo.surface_destroy(surface)
  }

  private func set(_ field: Int, _ text: String) {
    cairo.pdf_set_metadata(surface, Int32(field), text)
  }

  /// A hyphen that Pango puts in at the end of a line would seem to be part of a link or an id.
  private func forbidHyphens() {
    guard let attributes = cairo.attributes_new() else { return }
    cairo.attributes_insert(attributes, cairo.attribute_insert_hyphens(0))
    cairo.layout_set_attributes(layout, attributes)
    cairo.attributes_unref(attributes)
  }

  func endPage() { cairo.show_page(pen) }

  func finish() throws(DrawingError) {
    cairo.surface_finish(surface)
    let status = max(cairo.status(pen), cairo.surface_status(surface))
    // What is finished may not be drawn on, but that is no fault.
    guard status == 0 else { throw .failed(status) }
  }

  // Drawing.

  func set(grey: Double) { cairo.set_grey(pen, grey, grey, grey) }

  func fillRectangles(_ rectangles: (_ add: (Double, Double, Double, Double) -> Void) -> Void) {
    rectangles { x, y, width, height in cairo.rectangle(pen, x, y, width, height) }
    cairo.fill(pen)
  }

  /// Draws a line around a place;  is the length of dashes and of gaps, 0 for none.
  func outline(_ place: Place, round isRound: Bool, width: Double, dash: Double) {
    cairo.set_line_width(pen, width)
    let dashes = [dash, dash]
    cairo.set_dash(pen, dashes, dash > 0 ? 2 : 0, 0)
    if isRound {
      cairo.new_sub_path(pen)
      cairo.arc(
        pen, place.x.points + place.width.points / 2, place.y.points + place.height.points / 2,
        min(place.width, place.height).points / 2, 0, 2 * Double.pi)
    } else {
      cairo.rectangle(
        pen, place.x.points, place.y.points, place.width.points, place.height.points)
    }
    cairo.stroke(pen)
  }

  /// What came of a text.
  struct Fit {
    /// Whether some of it is missing.
    var isCut = false
    var missing: Set<Unicode.Scalar> = []
    /// How high it is.
    var height = 0.0
  }

  /// Finds the largest size at which a text fits its place; at the smallest one it is cut.
  func fit(_ text: String, _ style: TextStyle, in place: Place) -> Fit {
    let width = Int32(place.width.points * Double(TAGPRESS_PANGO_SCALE))
    let height = Int32(place.height.points * Double(TAGPRESS_PANGO_SCALE))
    cairo.font_set_weight(
      font, Int32((style.isBold ? TAGPRESS_PANGO_BOLD : TAGPRESS_PANGO_NORMAL)))
    cairo.layout_set_ellipsize(layout, 0)
    cairo.layout_set_height(layout, -1)
    cairo.layout_set_width(layout, width)
    wrap(style.breaksAtWords ? TAGPRESS_PANGO_WRAP_WORD : TAGPRESS_PANGO_WRAP_CHAR)
    cairo.layout_set_text(layout, text, Int32(clamping: text.utf8.count))
    var fit = Fit()
    // No letter is much lower than its size, so there is no point in trying larger ones.
    var size = max(style.smallest, min(style.largest, place.height.points))
    while true {
      let needed = measure(size)
      if needed.width <= width, needed.height <= height { break }
      if size <= style.smallest {
        // A word that is broken is better than one that is cut.
        if style.breaksAtWords { wrap(TAGPRESS_PANGO_WRAP_WORD_CHAR) }
        let broken = measure(size)
        if broken.width <= width, broken.height <= height { break }
        cairo.layout_set_height(layout, height)
        cairo.layout_set_ellipsize(layout, Int32(TAGPRESS_PANGO_ELLIPSIZE_END))
        fit.isCut = true
        break
      }
      // Half as high means less than half as many lines.
      let ratio = (Double(height) / Double(max(needed.height, 1))).squareRoot()
      size = max(style.smallest, size * max(0.6, min(0.94, ratio)))
    }
    let needed = measure(size)
    fit.height = Double(needed.height) / Double(TAGPRESS_PANGO_SCALE)
    // One line is shown however low the place is.
    if needed.height > height { fit.height = .infinity }
    if cairo.layout_get_unknown_glyphs_count(layout) > 0 { fit.missing = missingLetters(of: text) }
    return fit
  }

  private func wrap(_ how: Int) { cairo.layout_set_wrap(layout, Int32(how)) }

  /// Draws the text that was fitted last.
  func showText(x: Double, y: Double) {
    cairo.move_to(pen, x, y)
    cairo.layout_show(pen, layout)
  }

  private func measure(_ size: Double) -> (width: Int32, height: Int32) {
    cairo.font_set_absolute_size(font, size * Double(TAGPRESS_PANGO_SCALE))
    cairo.layout_set_font(layout, font)
    var (width, height): (Int32, Int32) = (0, 0)
    cairo.layout_get_size(layout, &width, &height)
    return (width, height)
  }

  /// The letters of a text that no font has; the text is set again afterwards.
  private func missingLetters(of text: String) -> Set<Unicode.Scalar> {
    defer { cairo.layout_set_text(layout, text, Int32(clamping: text.utf8.count)) }
    var missing: Set<Unicode.Scalar> = []
    for letter in text.unicodeScalars {
      let isKnown: Bool
      if let known = knownLetters[letter] {
        isKnown = known
      } else {
        let alone = String(letter)
        cairo.layout_set_text(layout, alone, Int32(alone.utf8.count))
        isKnown = cairo.layout_get_unknown_glyphs_count(layout) == 0
        knownLetters[letter] = isKnown
      }
      if !isKnown { missing.insert(letter) }
    }
    return missing
  }
}
