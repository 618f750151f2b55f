// Curves over time, with limits as lines across.

import type { Lines } from '../../document.types.ts'
import { createLocalTime } from '../local-time.ts'
import { faint, ink, rule, series } from './colours.ts'
import { roundUp } from './scale.ts'
import type { Drawing, DrawingInput, Point, Shape } from './shapes.ts'
import { shorten } from './shapes.ts'

const size = 7
const aspect = 0.3
const lineColours = [series[0]!, series[2]!]
const limitColour = series[5]!
const dayMs = 86_400_000
const hourMs = 3_600_000
const maxTimeLabels = 8

interface Plot {
  left: number
  right: number
  top: number
  bottom: number
  x(atMs: number): number
  y(value: number): number
}

export function drawLines(figure: Lines, input: DrawingInput): Drawing {
  const { width, widthOf, format } = input
  const values = figure.lines.flatMap(({ parts }) => parts.flat().map(([, value]) => value))
  if (values.length === 0) return { title: figure.title, width, height: 0, shapes: [] }
  const ticks = valueTicks([...values, ...figure.limits.map(({ value }) => value)])
  const labels = ticks.map((tick) => format.short(tick, 'decimal'))
  const height = Math.round(width * aspect)
  const plot = plotOf(figure, ticks, {
    left: Math.max(...labels.map((label) => widthOf(label, size))) + 6,
    right: width,
    top: 6,
    bottom: height - 14,
  })
  const shapes: Shape[] = ticks.flatMap((tick, index): Shape[] => [
    across(plot, tick, rule, 0.5),
    {
      type: 'text',
      x: plot.left - 4,
      y: plot.y(tick) + 2.5,
      text: labels[index]!,
      size,
      fill: faint,
      anchor: 'end',
    },
  ])
  shapes.push(...timeLabels(figure, plot, input))
  shapes.push(...figure.limits.map(({ value }) => across(plot, value, limitColour, 0.9)))
  for (const [index, { parts }] of figure.lines.entries()) {
    for (const part of parts) shapes.push(...lineOf(part, plot, lineColours[index % lineColours.length]!))
  }
  const legend = legendOf(figure, height + 10, input)
  return { title: figure.title, width, height: height + 18, shapes: [...shapes, ...legend] }
}

function plotOf({ fromMs, toMs }: Lines, ticks: number[], edges: Omit<Plot, 'x' | 'y'>): Plot {
  const { left, right, top, bottom } = edges
  const [least, greatest] = [ticks[0]!, ticks.at(-1)!]
  return {
    ...edges,
    x: (atMs) => left + ((right - left) * (atMs - fromMs)) / (toMs - fromMs),
    y: (value) => bottom - ((bottom - top) * (value - least)) / (greatest - least),
  }
}

/** Round steps from below the least to above the greatest value. */
export function valueTicks(values: number[]): number[] {
  const least = values.reduce((one, other) => Math.min(one, other))
  const greatest = values.reduce((one, other) => Math.max(one, other))
  const step = roundUp((greatest - least) / 4 || 1)
  const [first, last] = [Math.floor(least / step), Math.ceil(greatest / step)]
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, index) => (first + index) * step)
}

function across({ left, right, y }: Plot, value: number, stroke: string, width: number): Shape {
  const points: Point[] = [
    [left, y(value)],
    [right, y(value)],
  ]
  return { type: 'line', points, stroke, width }
}

/** A single reading is a point. */
function lineOf(part: [atMs: number, value: number][], { x, y }: Plot, stroke: string): Shape[] {
  const points = part.map(([atMs, value]): Point => [x(atMs), y(value)])
  const [first] = points
  if (points.length > 1) return [{ type: 'line', points, stroke, width: 1 }]
  return first ? [{ type: 'circle', x: first[0], y: first[1], radius: 1.2, fill: stroke, stroke }] : []
}

/** Days; hours of one or two days. */
function timeLabels({ fromMs, toMs }: Lines, { x, bottom, right }: Plot, input: DrawingInput): Shape[] {
  const { language, timeZone } = input.locale
  const isOfDays = toMs - fromMs > 2.5 * dayMs
  const unitMs = isOfDays ? dayMs : hourMs
  const every = Math.ceil((toMs - fromMs) / unitMs / maxTimeLabels)
  const stepMs = unitMs * (isOfDays ? every : [1, 2, 3, 6, 12].find((hours) => hours >= every)!)
  const localTime = createLocalTime(timeZone)
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const shapes: Shape[] = []
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) {
    const localMs = localTime.toLocalMs(atMs)
    // Days of 23 and 25 hours move their beginnings, but not by two.
    const text = isOfDays ? day.format(localMs + 2 * hourMs) : new Date(localMs).toISOString().slice(11, 16)
    const at = x(atMs)
    if (at + input.widthOf(text, size) > right) break
    shapes.push({ type: 'text', x: at, y: bottom + 10, text, size, fill: faint, anchor: 'start' })
  }
  return shapes
}

function legendOf({ lines, limits }: Lines, y: number, input: DrawingInput): Shape[] {
  const { format, widthOf, width } = input
  const entries = [
    ...lines.map(({ label }, index) => ({ text: label, stroke: lineColours[index % lineColours.length]! })),
    ...limits.map(({ label, value }) => ({
      text: `${label} ${format.short(value, 'decimal')}`,
      stroke: limitColour,
    })),
  ]
  let x = 0
  return entries.flatMap(({ text, stroke }): Shape[] => {
    const start = x
    const shown = shorten(text, size, Math.max(0, width - start - 16), input)
    x = start + 16 + widthOf(shown, size) + 12
    const points: Point[] = [
      [start, y - 2.4],
      [start + 12, y - 2.4],
    ]
    return [
      { type: 'line', points, stroke, width: 1.4 },
      { type: 'text', x: start + 16, y, text: shown, size, fill: ink, anchor: 'start' },
    ]
  })
}
