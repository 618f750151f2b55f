// The geometry of a day as a bar: what is where, as shares of the day's length.

import type { LocalDay } from './local-days.ts'
import type { ShownSegment } from './shown-segments.ts'

export type PieceKind = 'trip' | 'stop' | 'gap' | 'idle'

export interface Piece {
  kind: PieceKind
  /** Shares of the day, from 0 to 1. */
  start: number
  width: number
  /** The segment that it is part of. */
  id: string
}

export interface Span {
  fromMs: number
  toMs: number
}

export type StripSegment = Pick<ShownSegment, 'id' | 'kind' | 'state' | 'fromMs' | 'toMs'>

/** Segments without overlap, the silence after an open trip, and idling, which is drawn over them. */
export function stripPieces(
  day: LocalDay,
  segments: readonly StripSegment[],
  { nowMs, idles = [] }: { nowMs: number; idles?: readonly (Span & { id: string })[] },
): Piece[] {
  const pieces: Piece[] = []
  const add = (kind: PieceKind, id: string, span: Span) => {
    const piece = pieceOf(day, span)
    if (piece) pieces.push({ kind, id, ...piece })
  }
  for (const { id, kind, state, fromMs, toMs } of segments) {
    add(kind, id, { fromMs, toMs })
    if (state === 'silent') add('gap', id, { fromMs: toMs, toMs: nowMs })
  }
  for (const { id, ...span } of idles) add('idle', id, span)
  return pieces
}

/** The part of a span within the day; undefined if there is none. */
export function pieceOf(day: Span, span: Span): { start: number; width: number } | undefined {
  const lengthMs = day.toMs - day.fromMs
  const fromMs = Math.max(day.fromMs, span.fromMs)
  const toMs = Math.min(day.toMs, span.toMs)
  if (lengthMs <= 0 || toMs <= fromMs) return undefined
  return { start: (fromMs - day.fromMs) / lengthMs, width: (toMs - fromMs) / lengthMs }
}

/** As a length in style sheets. */
export function percent(share: number): string {
  return `${share * 100}%`
}
