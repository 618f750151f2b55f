// Figures of every type.

import type { Figure } from '../../document.types.ts'
import { drawBars } from './bars.ts'
import { drawCurve } from './curve.ts'
import { drawLines } from './lines.ts'
import type { Drawing, DrawingInput } from './shapes.ts'
import { drawShares } from './shares.ts'
import { drawTrack } from './track.ts'

export function drawFigure(figure: Figure, input: DrawingInput): Drawing {
  if (figure.type === 'bars') return drawBars(figure, input)
  if (figure.type === 'curve') return drawCurve(figure, input)
  if (figure.type === 'lines') return drawLines(figure, input)
  return figure.type === 'shares' ? drawShares(figure, input) : drawTrack(figure, input)
}
