// The files of Inter, and glyphs of texts without shaping.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Font, Glyph, GlyphRun } from 'fontkit'
import { create } from 'fontkit'

export interface Face {
  name: string
  font: Font
  glyphOf(codePoint: number): Glyph | undefined
  /** In em. */
  widthOf(text: string): number
}

export type Weight = 'regular' | 'bold'

/** The files divide the alphabet; the first one that has a character draws it. */
export const subsets = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'greek-ext', 'vietnamese']

const weights: Record<Weight, number> = { regular: 400, bold: 600 }
const zero = 0x30
const nine = 0x39

/**
 * Shaping by fontkit takes 0.3 ms a word, and a report has a hundred thousand of them. Latin, Greek and Cyrillic do
 * not need it. Digits have one width, so that columns of numbers align.
 */
export function openFace(subset: string, weight: Weight): Face {
  const font = readFont(subset, weights[weight])
  const shape = font.layout.bind(font)
  const glyphs = new Map<number, Glyph | undefined>()

  function glyphOf(codePoint: number): Glyph | undefined {
    if (glyphs.has(codePoint)) return glyphs.get(codePoint)
    const isDigit = codePoint >= zero && codePoint <= nine
    const glyph = isDigit
      ? shape(String.fromCodePoint(codePoint), ['tnum']).glyphs[0]
      : font.glyphForCodePoint(codePoint)
    const found = font.hasGlyphForCodePoint(codePoint) ? glyph : undefined
    glyphs.set(codePoint, found)
    return found
  }

  const glyphsOf = (text: string) =>
    Array.from(text, (sign) => glyphOf(sign.codePointAt(0)!)).filter((glyph) => glyph !== undefined)

  font.layout = (text) => {
    const found = glyphsOf(text as string)
    const positions = found.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }))
    return { glyphs: found, positions, advanceWidth: sumOf(found) } as unknown as GlyphRun
  }
  return {
    name: `${subset}-${weight}`,
    font,
    glyphOf,
    widthOf: (text) => sumOf(glyphsOf(text)) / font.unitsPerEm,
  }
}

const sumOf = (glyphs: Glyph[]) => glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0)

function readFont(subset: string, weight: number): Font {
  const name = `@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`
  return create(readFileSync(fileURLToPath(import.meta.resolve(name)))) as Font
}
