// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The rules of a manifest and its spreadsheets, by the names that scripts know; they never change.
package enum ManifestRule: String, CaseIterable, Sendable {
  case `cannot-read`, encoding, doctype, `too-deep`, `markup-too-long`, `too-many-attributes`
  case namespace, `not-a-job`, `unknown-element`, `unknown-attribute`, `missing-attribute`
  case `missing-element`, `repeated-element`, `too-many`, order, `stray-text`, `bad-value`
  case `unknown-encoding`, conflict, `needs-another`, `secret-in-manifest`, `no-rows`
  case `too-many-tags`, `too-many-columns`, `same-app`, `pattern-beside-all`, `link-too-long`
  case braces, `unknown-variable`, `variable-name`, `reserved-variable`, `repeated-variable`
  case `same-column-name`, `no-such-column`, `unused-value`, `outside-folder`, `sheet-of-text`
  case `several-sheets`, `hidden-rows`, `no-column-names`, `table-beside`, `cell-without-name`
  case `cell-other-target`, `cell-hyperlink`, `hidden-column`, `damaged-label`, `no-row-id`
  case `bad-row-id`, `missing-value`, `control-character`, `space-at-end`, `name-in-value`
  case `mirror-twice`, `mirror-cut`, `mirror-apart`, `placeholder-lost`, `value-place`, `same-id`
  case `same-link`, `same-id-but-case`, `same-id-but-look`, `same-link-but-case`, empty, truncated
  case `bare-ampersand`, `unknown-entity`, `mismatched-tag`, `repeated-attribute`, `missing-quotes`
  case `missing-space`, `xml-name`, `hyphens-in-comment`, `bare-less-than`, `invalid-utf-8`
  case `invalid-character`, `undeclared-prefix`, `behind-the-end`, `not-xml`, `csv-empty`
  case `csv-guessed-encoding`, `csv-guessed-label`, `csv-stated-encoding`, `csv-missing-converter`
  case `csv-title-above-names`, `csv-no-names`, `csv-other-separator`, `csv-bad-character`
  case `csv-repeated-column-name`, `csv-too-many-columns`, `csv-too-many-fields`
  case `csv-missing-fields`, `csv-field-too-long`, `csv-row-too-long`, `csv-unclosed-quote`
  case `csv-text-after-quote`, `csv-stray-quote`, `value-is-error`, `cell-without-result`
  case `cell-date`, `cell-number-format`, `value-rounded`, `cell-truth-value`, `cell-broken`
  case `cell-merged`, `names-again`, `name-as-value`, `total-row`, `almost-empty-row`
  case `explanation-row`, `second-table`, `workbook-password`, `workbook-format`, `no-workbook`
  case `workbook-damaged`, `workbook-too-large`, `no-such-sheet`, `no-memory`, `workbook-library`
  case `cannot-read-workbook`, `value-is-formula`, `value-shortened`, `value-became-date`
  case `value-is-nothing`, `value-apostrophe`, `value-lost-letter`, `value-misread`, `value-entity`
  case `value-unseen-mark`, `value-loose-accent`, `value-mixed-letters`, `value-encoded-twice`
  case `value-is-link`, `column-lost-zeros`, `column-decimals`, `column-thousands`
  case `column-mixed-dates`, `column-rounded`, `column-no-value`, `column-mixed-letters`
}
