// Draws the shapes of a figure on a page, as vectors.

import type { Drawing, Shape, TextShape } from '../figures/shapes.ts'
import type { Typeface } from './typeface.ts'

export function drawShapes(
  pdf: PDFKit.PDFDocument,
  typeface: Typeface,
  { shapes }: Drawing,
  left: number,
  top: number,
): void {
  for (const shape of shapes) drawShape(pdf, typeface, shape, left, top)
}

function drawShape(
  pdf: PDFKit.PDFDocument,
  typeface: Typeface,
  shape: Shape,
  left: number,
  top: number,
): void {
  switch (shape.type) {
    case 'rectangle':
      if (shape.width > 0 && shape.height > 0)
        pdf.rect(left + shape.x, top + shape.y, shape.width, shape.height).fill(shape.fill)
      return
    case 'circle':
      pdf
        .circle(left + shape.x, top + shape.y, shape.radius)
        .lineWidth(1)
        .fillAndStroke(shape.fill, shape.stroke)
      return
    case 'line': {
      const [first, ...others] = shape.points
      if (!first) return
      pdf.moveTo(left + first[0], top + first[1])
      for (const [x, y] of others) pdf.lineTo(left + x, top + y)
      pdf.lineWidth(shape.width).lineJoin('round').stroke(shape.stroke)
      return
    }
    case 'text':
      drawText(typeface, shape, left, top)
  }
}

function drawText(typeface: Typeface, shape: TextShape, left: number, top: number): void {
  const { text, x, y, size, fill, anchor } = shape
  const shares = { start: 0, middle: 0.5, end: 1 }
  const width = typeface.widthOf(text, size)
  typeface.draw(text, left + x - width * shares[anchor], top + y, { size, colour: fill })
}
