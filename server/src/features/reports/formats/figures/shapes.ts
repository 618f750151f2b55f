// What figures are drawn with, so that pages of HTML and PDF show the same ones.

import type { ReportLocale } from '../../document.types.ts'
import type { ValueFormat } from '../values.ts'

export type Shape =
  | { type: 'rectangle'; x: number; y: number; width: number; height: number; fill: string }
  | { type: 'line'; points: Point[]; stroke: string; width: number }
  | { type: 'circle'; x: number; y: number; radius: number; fill: string; stroke: string }
  | TextShape

export type Point = [x: number, y: number]

export interface TextShape {
  type: 'text'
  x: number
  /** Of the baseline. */
  y: number
  text: string
  size: number
  fill: string
  anchor: 'start' | 'middle' | 'end'
}

/** In points, from the upper left corner. */
export interface Drawing {
  title: string
  width: number
  height: number
  shapes: Shape[]
}

export interface DrawingInput {
  format: ValueFormat
  locale: ReportLocale
  width: number
  /** Of text in points. */
  widthOf(text: string, size: number): number
}

/** As much of the text as fits. */
export function shorten(text: string, size: number, width: number, { widthOf }: DrawingInput): string {
  if (widthOf(text, size) <= width) return text
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (widthOf(`${text.slice(0, middle).trimEnd()}…`, size) <= width) fits = middle
    else tooLong = middle
  }
  return `${text.slice(0, fits).toWellFormed().trimEnd()}…`
}

/** Where the font is not known: a mean of Latin letters. */
export const estimateWidth = (text: string, size: number) => text.length * size * 0.55
