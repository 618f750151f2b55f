// The images of devices: an arrow while moving, a dot while stopped, a ring while offline.

import type { Map as MapLibre } from 'maplibre-gl'
import type { Status } from '../../live/fleet.types.ts'
import { statuses } from '../../live/fleet.types.ts'
import { statusColors } from '../status-colors.ts'

const pixelRatio = 2
const size = 22

export function imageOf(status: Status, courseDeg: number | undefined): string {
  return status === 'moving' && courseDeg !== undefined ? 'arrow-moving' : `dot-${status}`
}

export function addMarkerImages(map: MapLibre): void {
  add(map, 'arrow-moving', (pen) => drawArrow(pen, statusColors.moving))
  for (const status of statuses) {
    const isHollow = status === 'offline' || status === 'never' || status === 'expired'
    add(map, `dot-${status}`, (pen) => drawDot(pen, statusColors[status], isHollow))
  }
}

function add(map: MapLibre, name: string, draw: (pen: CanvasRenderingContext2D) => void): void {
  if (map.hasImage(name)) return
  const canvas = document.createElement('canvas')
  canvas.width = size * pixelRatio
  canvas.height = size * pixelRatio
  const pen = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  pen.scale(pixelRatio, pixelRatio)
  pen.translate(size / 2, size / 2)
  draw(pen)
  map.addImage(name, pen.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio })
}

function drawArrow(pen: CanvasRenderingContext2D, color: string): void {
  pen.beginPath()
  pen.moveTo(0, -9)
  pen.lineTo(7, 8)
  pen.lineTo(0, 4.5)
  pen.lineTo(-7, 8)
  pen.closePath()
  pen.lineJoin = 'round'
  pen.lineWidth = 3
  pen.strokeStyle = '#fff'
  pen.stroke()
  pen.fillStyle = color
  pen.fill()
}

function drawDot(pen: CanvasRenderingContext2D, color: string, isHollow: boolean): void {
  pen.beginPath()
  pen.arc(0, 0, isHollow ? 5 : 6, 0, Math.PI * 2)
  pen.fillStyle = isHollow ? '#fff' : color
  pen.strokeStyle = isHollow ? color : '#fff'
  pen.lineWidth = isHollow ? 2.5 : 2
  pen.fill()
  pen.stroke()
}
