import { expect, test } from 'vitest'
import { contrastOf, layered, shadesOf } from './brand-colors.ts'

const dark = '#161b22'
const white = '#ffffff'

/** The same on every run. */
function* colors(count: number): Generator<string> {
  let state = 20_261_118
  for (let index = 0; index < count; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield `#${(state >>> 8).toString(16).padStart(6, '0')}`
  }
}

const extremes = [
  '#000000',
  '#ffffff',
  '#ffff00',
  '#00ff00',
  '#00ffff',
  '#ff0000',
  '#0000ff',
  '#ff00ff',
  '#808080',
]

test('text can be read in 1,000 random colors', () => {
  for (const color of [...extremes, ...colors(1_000)]) {
    const shades = shadesOf(color)
    const pairs = {
      'white on buttons': contrastOf(white, shades[8]),
      'white on buttons under the pointer': contrastOf(white, shades[9]),
      'links on white': contrastOf(shades[8], white),
      'text on a tint': contrastOf(shades[8], layered(shades[8], white, 0.12)),
      'links on dark': contrastOf(shades[3], dark),
      'text on a dark tint': contrastOf(shades[3], layered(shades[6], dark, 0.2)),
    }
    for (const [what, contrast] of Object.entries(pairs))
      expect(contrast, `${what} of ${color}`).toBeGreaterThanOrEqual(4.5)
  }
})

test('a color that can be read stays as it is', () => {
  expect(shadesOf('#0b5568')[8]).toBe('#0b5568')
})
