// Widths of columns and the size of text, chosen by a sample of rows so that a table fits on the page.

import type { ReportColumn } from '../../document.types.ts'
import type { Typeface } from './typeface.ts'

export interface TableLayout {
  size: number
  widths: number[]
  padding: number
  lineHeight: number
}

export interface SampledRow {
  texts: string[]
  isBold: boolean
}

interface LayoutInput {
  columns: ReportColumn[]
  titles: string[]
  sample: SampledRow[]
  /** False if later rows may be wider. */
  isComplete: boolean
  width: number
  typeface: Typeface
}

interface ColumnNeed {
  /** In em: what is needed, and what is wished for. */
  least: number
  wish: number
  weight: number
  isText: boolean
}

const sizes = [8, 7.5, 7, 6.5, 6, 5.5, 5]
const paddingEm = 0.5
const longestTextEm = 24
const shortestTextEm = 8
/** Of sums that come after the sample: two digits and a separator. */
const spareEm = 1.6
/** Of texts that come after the sample, by the weight of their column: a driver may be first named by a later row. */
const expectedEm = 3

export function layoutTable(input: LayoutInput): TableLayout {
  const needs = input.columns.map((_, index) => needOf(input, index))
  // Days of a month are equally wide, with and without trips.
  const isShaded = (index: number) => input.columns[index]!.isShaded === true
  const widest = Math.max(0, ...needs.map(({ least }, index) => (isShaded(index) ? least : 0)))
  for (const [index, need] of needs.entries())
    if (isShaded(index)) Object.assign(need, { least: widest, wish: widest })
  const paddings = 2 * paddingEm * needs.length
  const least = needs.reduce((sum, need) => sum + need.least, paddings)
  const size = sizes.find((one) => least * one <= input.width) ?? sizes.at(-1)!
  return {
    size,
    widths: divide(needs, input.width, size),
    padding: paddingEm * size,
    lineHeight: size * 1.25,
  }
}

function needOf({ columns, titles, sample, isComplete, typeface }: LayoutInput, index: number): ColumnNeed {
  const { type, weight } = columns[index]!
  const em = (text: string, isBold: boolean) => typeface.widthOf(text, 1, isBold)
  const title = Math.max(...titles[index]!.split(' ').map((word) => em(word, true)))
  const content = sample.reduce(
    (most, { texts, isBold }) => Math.max(most, em(texts[index] ?? '', isBold)),
    0,
  )
  const isText = type === 'text'
  const isSummed = type === 'distance' || type === 'duration' || type === 'count'
  const spare = isSummed && !isComplete ? spareEm : 0
  if (!isText) {
    const whole = Math.max(title, content + spare)
    return { least: whole, wish: whole, weight, isText }
  }
  const expected = Math.max(content, isComplete ? 0 : weight * expectedEm)
  return {
    least: Math.max(Math.min(title, longestTextEm / 2), Math.min(expected, shortestTextEm)),
    wish: Math.min(Math.max(title, expected), longestTextEm),
    weight,
    isText,
  }
}

/** First what each needs, then what texts wish for, then the rest by weight, more of it to texts. */
function divide(needs: ColumnNeed[], width: number, size: number): number[] {
  const padded = (em: number) => (em + 2 * paddingEm) * size
  let widths = needs.map(({ least }) => padded(least))
  const sum = () => widths.reduce((total, one) => total + one, 0)
  if (sum() > width) return widths.map((one) => (one * width) / sum())
  const missing = needs.map(({ wish }, index) => Math.max(0, padded(wish) - widths[index]!))
  const allMissing = missing.reduce((total, one) => total + one, 0)
  const share = allMissing > 0 ? Math.min(1, (width - sum()) / allMissing) : 0
  widths = widths.map((one, index) => one + missing[index]! * share)
  const weights = needs.map(({ weight, isText }) => Math.max(weight, 0.1) * (isText ? 2 : 1))
  const allWeights = weights.reduce((total, one) => total + one, 0)
  const rest = width - sum()
  return widths.map((one, index) => one + (rest * weights[index]!) / allWeights)
}
