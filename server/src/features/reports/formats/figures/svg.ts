// A drawing as SVG inside a page of HTML.

import { escapeXml } from '../xml.ts'
import type { Drawing, Shape } from './shapes.ts'

export function toSvg({ title, width, height, shapes }: Drawing): string {
  const content = shapes.map(shapeOf).join('')
  return `<svg viewBox="0 0 ${round(width)} ${round(height)}" role="img" aria-label="${escapeXml(title)}">${content}</svg>`
}

function shapeOf(shape: Shape): string {
  switch (shape.type) {
    case 'rectangle':
      return `<rect x="${round(shape.x)}" y="${round(shape.y)}" width="${round(shape.width)}" height="${round(shape.height)}" fill="${shape.fill}"/>`
    case 'line':
      return `<polyline points="${shape.points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" fill="none" stroke="${shape.stroke}" stroke-width="${shape.width}" stroke-linejoin="round"/>`
    case 'circle':
      return `<circle cx="${round(shape.x)}" cy="${round(shape.y)}" r="${shape.radius}" fill="${shape.fill}" stroke="${shape.stroke}"/>`
    case 'text':
      return `<text x="${round(shape.x)}" y="${round(shape.y)}" font-size="${shape.size}" fill="${shape.fill}" text-anchor="${shape.anchor}">${escapeXml(shape.text)}</text>`
  }
}

const round = (value: number) => Number(value.toFixed(2))
