import { expect, test } from 'vitest'
import type { Figure } from '../../document.types.ts'
import { createValueFormat } from '../values.ts'
import { drawFigure } from './draw-figure.ts'
import { valueTicks } from './lines.ts'
import { roundUp, ticksOf } from './scale.ts'
import type { Shape } from './shapes.ts'
import { estimateWidth, shorten } from './shapes.ts'

const width = 500
const locale = { language: 'es', units: 'metric', timeZone: 'Europe/Madrid' } as const
const format = createValueFormat(locale)
const input = { format, locale, width, widthOf: estimateWidth }
const draw = (figure: Figure) => drawFigure(figure, input)
const textsOf = (shapes: Shape[]) => shapes.flatMap((shape) => (shape.type === 'text' ? [shape.text] : []))
const rectanglesOf = (shapes: Shape[]) =>
  shapes.flatMap((shape) => (shape.type === 'rectangle' ? [shape] : []))

test('draws bars in proportion, upright for short labels', () => {
  const values = [10_000, 20_000, 0]
  const bars = values.map((value, index) => ({ label: String(index + 1), value }))
  const { title, shapes } = draw({ type: 'bars', title: 'Distancia', valueType: 'distance', bars })
  const [first, second, third] = rectanglesOf(shapes)
  expect(title).toBe('Distancia (km)')
  expect(second!.height).toBeCloseTo(2 * first!.height)
  expect(third!.height).toBe(0)
  expect(textsOf(shapes)).toEqual(expect.arrayContaining(['0', '5', '10', '15', '20', '1', '2', '3']))
})

test('draws bars lying for names', () => {
  const bars = [
    { label: 'Camión 12, Zaragoza', value: 7_200 },
    { label: 'Camión 7, Getafe', value: 3_600 },
  ]
  const { shapes } = draw({ type: 'bars', title: 'Ralentí', valueType: 'duration', bars })
  const [first, second] = rectanglesOf(shapes)
  expect(first!.width).toBeCloseTo(2 * second!.width)
  expect(textsOf(shapes)).toEqual(['Camión 12, Zaragoza', '2:00', 'Camión 7, Getafe', '1:00'])
})

test('draws shares that fill the width', () => {
  const parts = [
    { label: 'Viajes', value: 900 },
    { label: 'Paradas', value: 2_700 },
  ]
  const { shapes } = draw({ type: 'shares', title: 'Tiempo', valueType: 'duration', parts })
  const widths = rectanglesOf(shapes).map((one) => one.width)
  expect(widths[0]).toBeCloseTo(width / 4)
  expect(widths[2]).toBeCloseTo((width * 3) / 4)
  expect(textsOf(shapes)).toEqual(['Viajes', '0:15 h · 25,0\u00a0%', 'Paradas', '0:45 h · 75,0\u00a0%'])
})

test.each<[string, [number, number][]]>([
  [
    'a drive',
    [
      [41.65, -0.88],
      [41.35, -1.64],
      [40.42, -3.7],
    ],
  ],
  [
    'a track across the date line',
    [
      [-17, 179.5],
      [-17.5, -179.5],
    ],
  ],
  ['a vehicle that stood', [[40, -3]]],
  [
    'a track near the pole',
    [
      [89.9, 10],
      [85, 20],
    ],
  ],
])('draws %s inside the picture, with a scale and coordinates', (_, points) => {
  const stops = [{ latitude: points[0]![0], longitude: points[0]![1], label: '3 km al este de Calatayud' }]
  const { height, shapes } = draw({ type: 'track', title: 'Camión 12', lines: [points], stops })
  for (const shape of shapes) {
    if (shape.type === 'circle') {
      expect(shape.x).toBeGreaterThanOrEqual(0)
      expect(shape.x).toBeLessThanOrEqual(width)
      expect(shape.y).toBeGreaterThanOrEqual(0)
      expect(shape.y).toBeLessThanOrEqual(height)
    }
  }
  const texts = textsOf(shapes)
  expect(texts.some((text) => / km$/.test(text))).toBe(true)
  expect(texts.some((text) => /°\u00a0[NSEO]$/.test(text))).toBe(true)
  // The number stands on a disc, in the picture and beside the name.
  expect(texts).toContain('3 km al este de Calatayud')
  expect(texts.filter((text) => text === '1')).toHaveLength(2)
})

test('draws a curve with marks, and no line over a gap', () => {
  const { title, height, shapes } = draw({
    type: 'curve',
    title: 'Camión 12 · Depósito',
    valueType: 'volume',
    fromMs: 0,
    toMs: 1_000,
    greatest: 100,
    gapMs: 200,
    points: [
      [0, 50],
      [100, 40],
      [500, 90],
      [600, 80],
      [900, 30],
    ],
    marks: [
      { atMs: 500, value: 90, label: '+50,0', isRise: true },
      { atMs: 505, value: 85, label: '−5,0', isRise: false },
      { atMs: 900, value: 30, label: '−50,0', isRise: false },
    ],
    ticks: [
      { atMs: 0, label: '1 nov' },
      { atMs: 20, label: '2 nov' },
      { atMs: 500, label: '3 nov' },
    ],
  })
  expect(title).toBe('Camión 12 · Depósito (l)')
  const curves = shapes.flatMap((shape) => (shape.type === 'line' && shape.width > 1 ? [shape.points] : []))
  expect(curves.map(({ length }) => length)).toEqual([2, 2])
  const [[first, second]] = curves as [[[number, number], [number, number]]]
  expect(second[1]).toBeGreaterThan(first[1])
  const circles = shapes.flatMap((shape) => (shape.type === 'circle' ? [shape] : []))
  // One is a value on its own.
  expect(circles.map(({ radius }) => radius)).toEqual([1.2, 2.6, 2.6, 2.6])
  const texts = textsOf(shapes)
  expect(texts).toEqual(expect.arrayContaining(['+50,0', '−50,0', '1 nov', '3 nov', '100,0']))
  // They would cover others.
  for (const text of ['−5,0', '2 nov']) expect(texts).not.toContain(text)
  for (const { x, y } of circles) {
    expect(x <= width && y <= height && x >= 0 && y >= 0).toBe(true)
  }
})

test('draws figures without values', () => {
  expect(draw({ type: 'bars', title: '', valueType: 'count', bars: [] }).shapes.length).toBeGreaterThan(0)
  expect(
    draw({ type: 'bars', title: '', valueType: 'count', bars: [{ label: 'long name', value: 0 }] }).height,
  ).toBe(14)
  expect(
    draw({ type: 'shares', title: '', valueType: 'count', parts: [{ label: 'a', value: 0 }] }).shapes,
  ).toHaveLength(4)
  expect(draw({ type: 'track', title: '', lines: [[]], stops: [] }).shapes).toEqual([])
  const axes = { fromMs: 0, toMs: 0, greatest: 0, gapMs: 0, marks: [], ticks: [] }
  const curve = { type: 'curve', title: '', valueType: 'volume', ...axes } as const
  expect(draw({ ...curve, points: [] }).shapes).toEqual([])
  for (const { type, ...shape } of draw({ ...curve, points: [[0, 0]] }).shapes) {
    expect([type, JSON.stringify(shape)]).toEqual([type, expect.not.stringContaining('null')])
  }
})

test('chooses round steps', () => {
  expect([0.03, 1, 1.1, 2.3, 7, 230].map(roundUp)).toEqual([0.05, 1, 2, 5, 10, 500])
  expect(ticksOf(3, 'count', 'metric')).toEqual([0, 1, 2, 3])
  expect(ticksOf(7_200, 'duration', 'metric')).toEqual([0, 1_800, 3_600, 5_400, 7_200])
  expect(ticksOf(0, 'distance', 'metric').length).toBeGreaterThan(1)
})

test('shortens texts to the width', () => {
  expect(shorten('Calatayud', 10, 1_000, input)).toBe('Calatayud')
  expect(shorten('Calatayud', 10, 30, input)).toBe('Cala…')
})

test('draws a curve with its limits, broken where values are missing', () => {
  const hourMs = 3_600_000
  const parts: [number, number][][] = [
    [
      [0, -20],
      [hourMs, -12],
      [2 * hourMs, -21.5],
    ],
    [[20 * hourMs, -19]],
  ]
  const limits = [
    { label: 'Límite inferior', value: -25 },
    { label: 'Límite superior', value: -15 },
  ]
  const { title, height, shapes } = draw({
    ...{ type: 'lines', title: 'Camión 12 (°C)', fromMs: 0, toMs: 24 * hourMs },
    ...{ lines: [{ label: 'Sonda 1', parts }], limits },
  })
  const texts = textsOf(shapes)
  expect(title).toBe('Camión 12 (°C)')
  for (const text of ['Sonda 1', 'Límite inferior -25,0', 'Límite superior -15,0', '-10,0', '-25,0', '01:00'])
    expect(texts).toContain(text)
  // The lines of values, limits and legend, and the single reading as a point.
  const lines = shapes.flatMap((shape) => (shape.type === 'line' ? [shape] : []))
  expect(lines.filter(({ points }) => points.length === 3)).toHaveLength(1)
  expect(shapes.filter(({ type }) => type === 'circle')).toHaveLength(1)
  for (const [x, y] of lines.flatMap(({ points }) => points)) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(width)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(height)
  }
  const none = { type: 'lines', title: '', fromMs: 0, toMs: 1, lines: [], limits: [] } as const
  expect(draw(none as unknown as Figure).shapes).toEqual([])
})

test.each([
  [
    [-23.4, -8.1],
    [-25, -20, -15, -10, -5],
  ],
  [
    [4, 4],
    [4, 5],
  ],
  [
    [0.2, 0.61],
    [0.2, 0.4, 0.6, 0.8],
  ],
])('an axis of %j has round steps', (values, ticks) => {
  expect(valueTicks(values).map((tick) => Number(tick.toFixed(6)))).toEqual(ticks)
})

test('draws marks of each kind with a legend, and no ends of lines', () => {
  // Also of one outside of the track.
  const place = { latitude: 42.5, longitude: -1.2 }
  const { height, shapes } = draw({
    ...{ type: 'track', title: 'Camión 12', stops: [] },
    lines: [
      [
        [41.65, -0.88],
        [41.35, -1.64],
      ],
    ],
    marks: [
      { label: 'Exceso de velocidad', colour: 0, places: [place, place] },
      { label: 'Frenada brusca', colour: 1, places: [place] },
    ],
  })
  expect(textsOf(shapes)).toEqual(expect.arrayContaining(['Exceso de velocidad (2)', 'Frenada brusca (1)']))
  const circles = shapes.flatMap((shape) => (shape.type === 'circle' ? [shape] : []))
  expect(circles).toHaveLength(3 + 2)
  expect(new Set(circles.map(({ fill }) => fill)).size).toBe(2)
  for (const { y } of circles) expect(y > 0 && y < height).toBe(true)
})
