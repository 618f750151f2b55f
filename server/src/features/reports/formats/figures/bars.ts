// Bars: upright where the labels are short, such as days; lying where they are names.

import type { Bars } from '../../document.types.ts'
import { titleWithUnit } from '../units.ts'
import { faint, ink, rule, series } from './colours.ts'
import { ticksOf } from './scale.ts'
import type { Drawing, DrawingInput, Shape } from './shapes.ts'
import { shorten } from './shapes.ts'

const longestUprightLabel = 6
const size = 7.5
const uprightHeight = 130
const rowHeight = 14
const maxBarWidth = 46
/** Between the values above bars: closer, they read as one row of digits. */
const valueGap = 6

export function drawBars(figure: Bars, input: DrawingInput): Drawing {
  const isUpright = figure.bars.every(({ label }) => label.length <= longestUprightLabel)
  const title = titleWithUnit({ title: figure.title, type: figure.valueType }, input.locale.units)
  return { title, ...(isUpright ? drawUpright(figure, input) : drawLying(figure, input)) }
}

function drawUpright({ bars, valueType }: Bars, input: DrawingInput): Omit<Drawing, 'title'> {
  const { format, locale, width, widthOf } = input
  const values = bars.map(({ value }) => Math.max(0, value))
  const ticks = ticksOf(Math.max(0, ...values), valueType, locale.units)
  const greatest = ticks.at(-1)!
  const labels = ticks.map((tick) => format.short(tick, valueType))
  const left = Math.max(...labels.map((label) => widthOf(label, size))) + 6
  const top = 12
  const bottom = uprightHeight - 14
  const yOf = (value: number) => bottom - ((bottom - top) * value) / greatest
  const shapes: Shape[] = ticks.flatMap((tick, index): Shape[] => [
    {
      type: 'line',
      points: [
        [left, yOf(tick)],
        [width, yOf(tick)],
      ],
      stroke: rule,
      width: 0.5,
    },
    { type: 'text', x: left - 4, y: yOf(tick) + 2.5, text: labels[index]!, size, fill: faint, anchor: 'end' },
  ])
  const slot = (width - left) / Math.max(1, bars.length)
  const barWidth = Math.min(maxBarWidth, slot * 0.72)
  const texts = bars.map(({ value }) => format.short(value, valueType))
  const hasValues = texts.every((text) => widthOf(text, size) <= slot - valueGap)
  for (const [index, { label }] of bars.entries()) {
    const middle = left + slot * (index + 0.5)
    const y = yOf(values[index]!)
    shapes.push(
      {
        type: 'rectangle',
        x: middle - barWidth / 2,
        y,
        width: barWidth,
        height: bottom - y,
        fill: series[0]!,
      },
      {
        type: 'text',
        x: middle,
        y: bottom + 10,
        text: shorten(label, size, slot, input),
        size,
        fill: ink,
        anchor: 'middle',
      },
    )
    if (hasValues && values[index]! > 0)
      shapes.push({
        type: 'text',
        x: middle,
        y: y - 3,
        text: texts[index]!,
        size,
        fill: faint,
        anchor: 'middle',
      })
  }
  return { width, height: uprightHeight, shapes }
}

function drawLying({ bars, valueType }: Bars, input: DrawingInput): Omit<Drawing, 'title'> {
  const { format, width, widthOf } = input
  const texts = bars.map(({ value }) => format.cell(value, valueType))
  const labelWidth = Math.min(width * 0.35, Math.max(...bars.map(({ label }) => widthOf(label, size)), 0) + 2)
  const valueWidth = Math.max(...texts.map((text) => widthOf(text, size)), 0) + 6
  const greatest = Math.max(...bars.map(({ value }) => value), 0) || 1
  const left = labelWidth + 6
  const length = width - left - valueWidth
  const shapes = bars.flatMap(({ label, value }, index): Shape[] => {
    const y = index * rowHeight
    const barWidth = (length * Math.max(0, value)) / greatest
    const baseline = y + rowHeight * 0.7
    return [
      {
        type: 'text',
        x: labelWidth,
        y: baseline,
        text: shorten(label, size, labelWidth, input),
        size,
        fill: ink,
        anchor: 'end',
      },
      { type: 'rectangle', x: left, y: y + 2.5, width: barWidth, height: rowHeight - 5, fill: series[0]! },
      {
        type: 'text',
        x: left + barWidth + 4,
        y: baseline,
        text: texts[index]!,
        size,
        fill: faint,
        anchor: 'start',
      },
    ]
  })
  return { width, height: bars.length * rowHeight, shapes }
}
