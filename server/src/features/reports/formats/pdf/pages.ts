// Pages of a report, each with a footer, which leave as soon as they are full. How many there are is written at the end,
// in a form that every page shows.

import PDFDocument from 'pdfkit'
import type { ReportDocument } from '../../document.types.ts'
import { faint, rule } from '../figures/colours.ts'
import type { Typeface } from './typeface.ts'
import { createTypeface, encodeText, fillOf } from './typeface.ts'

export interface Pages {
  pdf: PDFKit.PDFDocument
  typeface: Typeface
  left: number
  width: number
  /** Where the next thing is drawn. */
  y: number
  /** Begins another page unless so many points are left. Returns whether it did. */
  require(height: number): boolean
  addPage(): void
  /** The bytes of pages that are full. */
  take(): Uint8Array
  end(): void
}

const margin = 36
const footerHeight = 30
const footerSize = 7.5
const countName = 'Count'

export function createPages(document: ReportDocument, orientation: 'portrait' | 'landscape'): Pages {
  const { title, locale, words } = document
  const pdf = new PDFDocument({
    size: 'A4',
    layout: orientation,
    margin: 0,
    autoFirstPage: false,
    lang: locale.language,
    displayTitle: true,
    pdfVersion: '1.7',
    // Texts are cached by the typeface, as far as memory allows.
    fontLayoutCache: false,
    info: { Title: title, Creator: 'Rastro', Producer: 'Rastro' },
  } as PDFKit.PDFDocumentOptions)
  const typeface = createTypeface(pdf)
  const count = pdf.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, -4, 60, 12] })
  let number = 0

  function drawFooter(): void {
    const { width, height } = pdf.page
    const y = height - 20
    pdf
      .moveTo(margin, y - 11)
      .lineTo(width - margin, y - 11)
      .lineWidth(0.5)
      .stroke(rule)
    const style = { size: footerSize, colour: faint }
    const text = `${words.page} ${number} ${words.of} `
    typeface.draw(text, margin, y, style)
    showCount(margin + typeface.widthOf(text, footerSize), height - y)
    const [shown = ''] = typeface.wrap(title, (width - 2 * margin) * 0.6, { size: footerSize }, 1)
    typeface.draw(shown, width - margin - typeface.widthOf(shown, footerSize), y, style)
  }

  /** Coordinates of a PDF begin at the lower left corner; pdfkit has turned them. */
  function showCount(x: number, y: number): void {
    pdf.page.xobjects[countName] = count
    pdf.save()
    pdf.transform(1, 0, 0, -1, x, pdf.page.height - y)
    pdf.addContent(`/${countName} Do`)
    pdf.restore()
  }

  const pages: Pages = {
    pdf,
    typeface,
    left: margin,
    width: 0,
    y: 0,
    addPage() {
      pdf.addPage()
      number += 1
      pages.width = pdf.page.width - 2 * margin
      pages.y = margin
      drawFooter()
    },
    require(height) {
      if (pages.y + height <= pdf.page.height - footerHeight - 6) return false
      pages.addPage()
      return true
    },
    take() {
      const parts: Uint8Array[] = []
      for (let part = pdf.read(); part !== null; part = pdf.read()) parts.push(part)
      return Buffer.concat(parts)
    },
    end() {
      writeCount(pdf, count, String(number))
      pdf.end()
    },
  }
  pages.addPage()
  return pages
}

/** pdfkit has no forms. A test reads the text back. */
function writeCount(pdf: PDFKit.PDFDocument, count: PDFKit.PDFKitReference, text: string): void {
  const { fontId, fontReference, codes } = encodeText(pdf.font('latin-regular'), text)
  Object.assign(count.data, { Resources: { Font: { [fontId]: fontReference } } })
  count.end(`${fillOf(faint)} BT /${fontId} ${footerSize} Tf <${codes}> Tj ET`)
}
