// The images of alerts in the shapes of the lists: octagon, triangle, circle.

import type { Map as MapLibre } from 'maplibre-gl'
import type { Severity } from '../../ui/severity.tsx'
import { severities, severityColors } from '../../ui/severity.tsx'

const pixelRatio = 2
const size = 26
const corners: Record<Severity, number> = { critical: 8, warning: 3, info: 48 }

export function severityImage(severity: Severity): string {
  return `alert-${severity}`
}

export function addSeverityImages(map: MapLibre): void {
  for (const severity of severities) {
    if (map.hasImage(severityImage(severity))) continue
    const canvas = document.createElement('canvas')
    canvas.width = size * pixelRatio
    canvas.height = size * pixelRatio
    const pen = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    pen.scale(pixelRatio, pixelRatio)
    pen.translate(size / 2, size / 2)
    draw(pen, severity)
    map.addImage(severityImage(severity), pen.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio })
  }
}

function draw(pen: CanvasRenderingContext2D, severity: Severity): void {
  const count = corners[severity]
  const isTriangle = count === 3
  const radius = isTriangle ? 11 : 9.5
  const turn = isTriangle ? -Math.PI / 2 : Math.PI / count
  pen.beginPath()
  for (let corner = 0; corner < count; corner += 1) {
    const angle = turn + (corner * 2 * Math.PI) / count
    pen.lineTo(radius * Math.cos(angle), radius * Math.sin(angle) + (isTriangle ? 2 : 0))
  }
  pen.closePath()
  pen.lineJoin = 'round'
  pen.lineWidth = 3.5
  pen.strokeStyle = '#fff'
  pen.stroke()
  pen.fillStyle = severityColors[severity]
  pen.fill()
  pen.fillStyle = '#fff'
  pen.fillRect(-1, -4.5, 2, 6)
  pen.fillRect(-1, 3, 2, 2)
}
