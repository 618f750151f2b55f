// Tracks without a map: lines, numbered stops with their names, a scale, and coordinates at the edges.

import type { Language } from '../../../../platform/http/accept-language.ts'
import type { TrackPicture } from '../../document.types.ts'
import { unitsOf } from '../units.ts'
import { accent, faint, ground, ink, rule, series } from './colours.ts'
import type { Projection } from './projection.ts'
import { projectionOf } from './projection.ts'
import { roundUp } from './scale.ts'
import type { Drawing, DrawingInput, Point, Shape } from './shapes.ts'
import { shorten } from './shapes.ts'

const size = 7
const aspect = 0.38
const margin = 26
const stopRadius = 5.5
/** Of the names below. */
const nameRadius = 4.5
const nameIndent = 12
const lineHeight = 11
const maxNames = 60
const gridLines = 4

export function drawTrack(figure: TrackPicture, input: DrawingInput): Drawing {
  const { width } = input
  const height = Math.round(width * aspect)
  const projection = projectionOf(figure, { width, height, margin })
  const shapes: Shape[] = [{ type: 'rectangle', x: 0, y: 0, width, height, fill: ground }]
  if (!projection) return { title: figure.title, width, height: 0, shapes: [] }
  shapes.push(...gridOf(projection, width, height, input.locale.language))
  const endOf = (point: [number, number], fill: string): Shape => {
    const [x, y] = pointOf(point, projection)
    return { type: 'circle', x, y, radius: 3, fill, stroke: '#ffffff' }
  }
  const isMarked = figure.marks !== undefined
  for (const [index, line] of figure.lines.entries()) {
    const points = line.map((point) => pointOf(point, projection))
    if (points.length > 1)
      shapes.push({ type: 'line', points, stroke: series[isMarked ? 0 : index % series.length]!, width: 1.4 })
  }
  // The ends would be mistaken for marks.
  for (const line of isMarked ? [] : figure.lines) {
    if (line.length > 0) shapes.push(endOf(line.at(-1)!, series[5]!), endOf(line[0]!, series[2]!))
  }
  for (const [index, { latitude, longitude }] of figure.stops.entries()) {
    const [x, y] = pointOf([latitude, longitude], projection)
    shapes.push(...stopShapes(x, y, index, { radius: stopRadius, size: 6.5 }))
  }
  shapes.push(...marksOf(figure, projection), ...scaleBar(projection, width, height, input))
  const names = namesOf(figure, height + 12, input)
  const legend = legendOf(figure, height + 12 + names.height, input)
  return {
    title: figure.title,
    width,
    height: height + names.height + legend.height,
    shapes: [...shapes, ...names.shapes, ...legend.shapes],
  }
}

/** Of tracks with marks: all but the colour of the line. */
const markColours = [series[5]!, series[1]!, series[4]!, series[2]!]
const markRadius = 2.6

function marksOf({ marks = [] }: TrackPicture, projection: Projection): Shape[] {
  return marks.flatMap(({ places, colour }) =>
    places.map(({ latitude, longitude }): Shape => {
      const [x, y] = pointOf([latitude, longitude], projection)
      return { type: 'circle', x, y, radius: markRadius, fill: markColours[colour]!, stroke: '#ffffff' }
    }),
  )
}

function legendOf(
  { marks = [] }: TrackPicture,
  top: number,
  { widthOf }: DrawingInput,
): { height: number; shapes: Shape[] } {
  let x = 0
  const shapes = marks.flatMap(({ label, places, colour }): Shape[] => {
    const text = `${label} (${places.length})`
    const [circleX, textX] = [x + 4, x + 10]
    x = textX + widthOf(text, size) + 14
    return [
      { type: 'circle', x: circleX, y: top - 2.4, radius: 3, fill: markColours[colour]!, stroke: '#ffffff' },
      { type: 'text', x: textX, y: top, text, size, fill: ink, anchor: 'start' },
    ]
  })
  return { height: shapes.length > 0 ? lineHeight + 8 : 0, shapes }
}

const pointOf = ([latitude, longitude]: [number, number], { x, y }: Projection): Point => [
  x(longitude),
  y(latitude),
]

/** Round degrees, written where their lines leave the picture. */
function gridOf({ bounds, x, y }: Projection, width: number, height: number, language: Language): Shape[] {
  const { west, east, south, north } = bounds
  const step = roundUp((north - south) / gridLines)
  const degrees = createDegrees(language, step)
  const shapes: Shape[] = []
  for (const longitude of multiplesOf(step, west, east)) {
    const at = x(longitude)
    const shown = longitude > 180 ? longitude - 360 : longitude
    shapes.push({
      type: 'line',
      points: [
        [at, 0],
        [at, height],
      ],
      stroke: rule,
      width: 0.5,
    })
    if (at > 20 && at < width - 20)
      shapes.push(label(at, height - 3, degrees(shown, 'east', 'west'), 'middle'))
  }
  for (const latitude of multiplesOf(step, south, north)) {
    const at = y(latitude)
    // It would cross the longitudes that are written there.
    if (at > height - 14 && at < height) continue
    shapes.push({
      type: 'line',
      points: [
        [0, at],
        [width, at],
      ],
      stroke: rule,
      width: 0.5,
    })
    if (at > 10 && at < height) shapes.push(label(3, at - 2, degrees(latitude, 'north', 'south'), 'start'))
  }
  return shapes
}

const label = (x: number, y: number, text: string, anchor: 'start' | 'middle'): Shape => ({
  type: 'text',
  x,
  y,
  text,
  size: 6.5,
  fill: faint,
  anchor,
})

function multiplesOf(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: Math.min(count, 40) }, (_, index) => (first + index) * step)
}

const directions: Record<Language, Record<'north' | 'south' | 'east' | 'west', string>> = {
  en: { north: 'N', south: 'S', east: 'E', west: 'W' },
  es: { north: 'N', south: 'S', east: 'E', west: 'O' },
  pt: { north: 'N', south: 'S', east: 'L', west: 'O' },
}

type Direction = keyof (typeof directions)[Language]

/** As in 41,5° N. */
function createDegrees(language: Language, step: number) {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)))
  const number = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return (value: number, positive: Direction, negative: Direction) =>
    `${number.format(Math.abs(value))}°\u00a0${directions[language][value < 0 ? negative : positive]}`
}

function scaleBar(
  { metresPerPoint }: Projection,
  width: number,
  height: number,
  input: DrawingInput,
): Shape[] {
  const { format, locale } = input
  const unit = unitsOf[locale.units]
  const longest = (110 * metresPerPoint) / unit.metres
  const shown = roundUp(longest / 2.5)
  const length = (shown * unit.metres) / metresPerPoint
  const [right, y] = [width - 10, height - 16]
  const text = `${shown < 0.1 ? shown : format.short(shown * unit.metres, 'distance')} ${unit.distanceMark}`
  return [
    {
      type: 'line',
      points: [
        [right - length, y - 3],
        [right - length, y],
        [right, y],
        [right, y - 3],
      ],
      stroke: ink,
      width: 0.8,
    },
    { type: 'text', x: right - length / 2, y: y - 4, text, size, fill: ink, anchor: 'middle' },
  ]
}

/** A number on a disc: as text alone, `2` would be read as part of `12 km W of Toledo`. */
function stopShapes(x: number, y: number, index: number, disc: { radius: number; size: number }): Shape[] {
  const text = String(index + 1)
  return [
    { type: 'circle', x, y, radius: disc.radius, fill: accent, stroke: '#ffffff' },
    { type: 'text', x, y: y + disc.size * 0.37, text, size: disc.size, fill: '#ffffff', anchor: 'middle' },
  ]
}

/** In columns below the picture. */
function namesOf(
  { stops }: TrackPicture,
  top: number,
  input: DrawingInput,
): { height: number; shapes: Shape[] } {
  if (stops.length === 0) return { height: 0, shapes: [] }
  const shown = stops.slice(0, maxNames)
  // As many as fit without shortening a name, but a very long one does not take the room of others.
  const widest = Math.max(...shown.map(({ label }) => input.widthOf(label, size))) + nameIndent + 12
  const columns = Math.max(1, Math.min(3, Math.floor(input.width / Math.min(widest, input.width / 2))))
  const rows = Math.ceil(shown.length / columns)
  const columnWidth = input.width / columns
  const shapes = shown.flatMap(({ label }, index): Shape[] => {
    const x = Math.floor(index / rows) * columnWidth
    const y = top + (index % rows) * lineHeight
    const text = shorten(label, size, columnWidth - nameIndent - 8, input)
    return [
      ...stopShapes(x + nameRadius, y - 2.4, index, { radius: nameRadius, size: 5.5 }),
      { type: 'text', x: x + nameIndent, y, text, size, fill: ink, anchor: 'start' },
    ]
  })
  return { height: rows * lineHeight + 8, shapes }
}
