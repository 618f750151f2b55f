// Text on pages: how wide it is, where its lines end, and how it is drawn.

import type { Face, Weight } from './faces.ts'
import { openFace, subsets } from './faces.ts'

export interface TextStyle {
  size: number
  isBold?: boolean
  colour: string
}

export interface Typeface {
  widthOf(text: string, size: number, isBold?: boolean): number
  /** One line, from `x` on; `y` is the baseline. */
  draw(text: string, x: number, y: number, style: TextStyle): void
  /** At most so many lines; what is left out is shown by an ellipsis. */
  wrap(text: string, width: number, style: Omit<TextStyle, 'colour'>, maxLines: number): string[]
}

interface Run {
  face: Face
  text: string
  /** In em. */
  width: number
}

const unknownCharacter = '?'
const maxCachedTexts = 20_000

export function createTypeface(pdf: PDFKit.PDFDocument): Typeface {
  const faces = new Map<string, Face>()
  const cache: Record<Weight, Map<string, Run[]>> = { regular: new Map(), bold: new Map() }

  function faceOf(subset: string, weight: Weight): Face {
    const key = `${subset} ${weight}`
    const face = faces.get(key) ?? openFace(subset, weight)
    if (!faces.has(key)) pdf.registerFont(face.name, face.font as unknown as PDFKit.Mixins.PDFFontSource)
    faces.set(key, face)
    return face
  }

  function runsOf(text: string, weight: Weight): Run[] {
    const known = cache[weight].get(text)
    if (known) return known
    const runs: Run[] = []
    for (const sign of printable(text)) {
      const subset = subsets.find((one) => faceOf(one, weight).glyphOf(sign.codePointAt(0)!))
      const face = faceOf(subset ?? subsets[0]!, weight)
      const shown = subset ? sign : unknownCharacter
      const last = runs.at(-1)
      if (last?.face === face) last.text += shown
      else runs.push({ face, text: shown, width: 0 })
    }
    for (const run of runs) run.width = run.face.widthOf(run.text)
    if (cache[weight].size >= maxCachedTexts) cache[weight].clear()
    cache[weight].set(text, runs)
    return runs
  }

  const widthOf = (text: string, size: number, isBold?: boolean) =>
    runsOf(text, isBold ? 'bold' : 'regular').reduce((sum, { width }) => sum + width * size, 0)

  return {
    widthOf,
    draw(text, x, y, { size, isBold, colour }) {
      let at = x
      for (const { face, text: part, width } of runsOf(text, isBold ? 'bold' : 'regular')) {
        drawRun(pdf.font(face.name), part, [at, y], { size, colour })
        at += width * size
      }
    },
    wrap: (text, width, { size, isBold }, maxLines) =>
      wrapText(text, width, maxLines, (part) => widthOf(part, size, isBold)),
  }
}

interface EmbeddedFont {
  id: string
  ref(): unknown
  encode(text: string): [codes: string[], positions: unknown]
}

/** pdfkit has no way to read its current font and the codes of a text from outside. */
export function encodeText(pdf: PDFKit.PDFDocument, text: string) {
  const font = (pdf as unknown as { _font: EmbeddedFont })._font
  return { fontId: font.id, fontReference: font.ref(), codes: font.encode(text)[0].join('') }
}

/** In one piece of content: pdfkit's own text takes ten, and a report has a hundred thousand texts. */
function drawRun(
  pdf: PDFKit.PDFDocument,
  text: string,
  [x, y]: [number, number],
  { size, colour }: { size: number; colour: string },
): void {
  const { fontId, fontReference, codes } = encodeText(pdf, text)
  const { fonts } = pdf.page as unknown as { fonts: Record<string, unknown> }
  fonts[fontId] ??= fontReference
  // Coordinates of a PDF go up; pdfkit has turned them, and so the text is turned back.
  const matrix = `1 0 0 -1 ${x.toFixed(2)} ${y.toFixed(2)}`
  pdf.addContent(`q ${fillOf(colour)} BT /${fontId} ${size.toFixed(2)} Tf ${matrix} Tm <${codes}> Tj ET Q`)
}

/** The operator that fills with a colour like #1864ab. */
export function fillOf(colour: string): string {
  const parts = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3))
  return `${parts.join(' ')} rg`
}

/** What a page can show: composed letters, plain spaces, and no pictograms, which text fonts do not have. */
function printable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .replace(/\p{Extended_Pictographic}|\p{Cc}|\p{Cf}|\p{Variation_Selector}|\p{Emoji_Modifier}/gu, (sign) =>
      /[©®™]/u.test(sign) ? sign : '',
    )
}

function wrapText(
  text: string,
  width: number,
  maxLines: number,
  widthOf: (text: string) => number,
): string[] {
  if (widthOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of wordsOf(text, width, widthOf)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width || line === '') line = longer
    else {
      lines.push(line)
      line = word
    }
    if (lines.length > maxLines) break
  }
  lines.push(line)
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), withEllipsis(lines[maxLines - 1]!, width, widthOf)]
}

/** A word that is wider than a line is split. */
function* wordsOf(text: string, width: number, widthOf: (text: string) => number): Generator<string> {
  for (const word of text.split(/\s+/)) {
    let rest = word
    while (widthOf(rest) > width && rest.length > 1) {
      const count = fitting(rest, width, widthOf)
      yield rest.slice(0, count)
      rest = rest.slice(count)
    }
    yield rest
  }
}

function fitting(text: string, width: number, widthOf: (text: string) => number): number {
  let [fits, tooLong] = [1, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (widthOf(text.slice(0, middle)) <= width) fits = middle
    else tooLong = middle
  }
  return fits
}

function withEllipsis(line: string, width: number, widthOf: (text: string) => number): string {
  const room = width - widthOf('…')
  const kept = widthOf(line) <= room ? line : line.slice(0, fitting(line, room, widthOf))
  return `${kept.trimEnd()}…`
}
