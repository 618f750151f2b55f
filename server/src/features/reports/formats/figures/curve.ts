// A value over time as a line, with marks where something changed it.

import type { Curve } from '../../document.types.ts'
import { titleWithUnit } from '../units.ts'
import { accent, faint, ink, rule, series } from './colours.ts'
import { ticksOf } from './scale.ts'
import type { Drawing, DrawingInput, Point, Shape } from './shapes.ts'

const size = 7.5
const height = 150
const top = 16
const bottom = height - 14
const markRadius = 2.6
const [riseColour, fallColour] = [series[2]!, series[5]!]

export function drawCurve(figure: Curve, input: DrawingInput): Drawing {
  const { format, locale, width, widthOf } = input
  const { valueType, points, marks } = figure
  const title = titleWithUnit({ title: figure.title, type: valueType }, locale.units)
  if (points.length === 0) return { title, width, height: 0, shapes: [] }
  const values = [...points.map(([, value]) => value), ...marks.map(({ value }) => value)]
  const steps = ticksOf(
    values.reduce((one, other) => Math.max(one, other), figure.greatest),
    valueType,
    locale.units,
  )
  const labels = steps.map((step) => format.short(step, valueType))
  const left = Math.max(...labels.map((label) => widthOf(label, size))) + 6
  const yOf = (value: number) => bottom - ((bottom - top) * Math.max(0, value)) / steps.at(-1)!
  const spanMs = Math.max(1, figure.toMs - figure.fromMs)
  const xOf = (atMs: number) => {
    const share = Math.min(1, Math.max(0, (atMs - figure.fromMs) / spanMs))
    return left + (width - left) * share
  }
  const shapes: Shape[] = steps.flatMap((step, index): Shape[] => [
    line([left, yOf(step)], [width, yOf(step)]),
    { type: 'text', x: left - 4, y: yOf(step) + 2.5, text: labels[index]!, size, fill: faint, anchor: 'end' },
  ])
  let free = left
  for (const { atMs, label } of figure.ticks) {
    const x = xOf(atMs)
    shapes.push(line([x, bottom], [x, bottom + 3]))
    if (x < free || x + widthOf(label, size) > width) continue
    shapes.push({ type: 'text', x, y: bottom + 11, text: label, size, fill: ink, anchor: 'start' })
    free = x + widthOf(label, size) + 6
  }
  for (const part of partsOf(figure)) {
    const drawn = part.map(([atMs, value]): Point => [xOf(atMs), yOf(value)])
    // A single value is drawn as a dot.
    if (drawn.length > 1) shapes.push({ type: 'line', points: drawn, stroke: accent, width: 1.2 })
    else
      shapes.push({
        type: 'circle',
        x: drawn[0]![0],
        y: drawn[0]![1],
        radius: 1.2,
        fill: accent,
        stroke: accent,
      })
  }
  return { title, width, height, shapes: [...shapes, ...marksOf(figure, { xOf, yOf }, input)] }
}

function line(from: Point, to: Point): Shape {
  return { type: 'line', points: [from, to], stroke: rule, width: 0.5 }
}

/** Without a line over times of which nothing is known. */
function partsOf({ points, gapMs }: Curve): Curve['points'][] {
  const parts: Curve['points'][] = []
  for (const point of points) {
    const last = parts.at(-1)
    if (last && point[0] - last.at(-1)![0] <= gapMs) last.push(point)
    else parts.push([point])
  }
  return parts
}

/** Labels that would cover each other are left out. */
function marksOf(
  { marks }: Curve,
  { xOf, yOf }: { xOf(atMs: number): number; yOf(value: number): number },
  { width, widthOf }: DrawingInput,
): Shape[] {
  let free = 0
  return marks.flatMap(({ atMs, value, label, isRise }): Shape[] => {
    const [x, y] = [xOf(atMs), yOf(value)]
    const fill = isRise ? riseColour : fallColour
    const dot: Shape = { type: 'circle', x, y, radius: markRadius, fill, stroke: '#ffffff' }
    // To the right of the mark: a fill is a steep line that ends in it.
    const length = widthOf(label, size)
    const start = Math.min(width - length, x + markRadius + 2)
    if (start < free) return [dot]
    free = start + length + 3
    const baseline = isRise ? Math.max(top - 6, y - 5) : Math.min(bottom - 2, y + 10)
    return [dot, { type: 'text', x: start, y: baseline, text: label, size, fill, anchor: 'start' }]
  })
}
