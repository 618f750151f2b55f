// Shares of a whole as one bar, with a legend.

import type { Shares } from '../../document.types.ts'
import { unitsOf } from '../units.ts'
import { faint, ink, series } from './colours.ts'
import type { Drawing, DrawingInput, Shape } from './shapes.ts'
import { shorten } from './shapes.ts'

const size = 7.5
const barHeight = 16
const lineHeight = 14
const squareSize = 7

export function drawShares({ title, valueType, parts }: Shares, input: DrawingInput): Drawing {
  const { format, locale, width, widthOf } = input
  const total = parts.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  const shapes: Shape[] = []
  const mark =
    valueType === 'distance' ? ` ${unitsOf[locale.units].distanceMark}` : valueType === 'duration' ? ' h' : ''
  let barX = 0
  let [x, y] = [0, barHeight + 8]
  for (const [index, { label, value }] of parts.entries()) {
    const fill = series[index % series.length]!
    const share = total > 0 ? Math.max(0, value) / total : 0
    shapes.push({ type: 'rectangle', x: barX, y: 0, width: share * width, height: barHeight, fill })
    barX += share * width
    const values = `${format.cell(value, valueType)}${mark} · ${format.cell(share, 'share')}`
    const valuesWidth = widthOf(values, size)
    const text = shorten(label, size, width - squareSize - valuesWidth - 12, input)
    const textWidth = widthOf(text, size)
    const entryWidth = squareSize + 4 + textWidth + 5 + valuesWidth
    if (x > 0 && x + entryWidth > width) [x, y] = [0, y + lineHeight]
    shapes.push(
      { type: 'rectangle', x, y, width: squareSize, height: squareSize, fill },
      { type: 'text', x: x + squareSize + 4, y: y + 6.5, text, size, fill: ink, anchor: 'start' },
      {
        type: 'text',
        x: x + squareSize + 9 + textWidth,
        y: y + 6.5,
        text: values,
        size,
        fill: faint,
        anchor: 'start',
      },
    )
    x += entryWidth + 18
  }
  return { title, width, height: y + lineHeight, shapes }
}
