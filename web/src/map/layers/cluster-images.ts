// The images of clusters: a ring whose parts show the states of its devices, drawn when a mixture is first seen.

import type { Map as MapLibre } from 'maplibre-gl'
import type { RingPart } from '../../live/fleet.types.ts'
import { ringParts } from '../../live/fleet.types.ts'
import { statusColors } from '../status-colors.ts'
import { ringOf, ringPieces } from './ring.ts'

/** Images of the screen's resolution: the library copies them at every change of the markers. */
const pixelRatio = Math.min(2, Math.ceil(devicePixelRatio))
const ringPx = 4
const edgePx = 1

/** Adds the image of a cluster if it is new, and returns its name. */
export function clusterImage(
  map: MapLibre,
  count: number,
  parts: Record<RingPart, number>,
  fill: string,
): string {
  const radiusPx = count < 10 ? 14 : count < 100 ? 17 : count < 1_000 ? 21 : 25
  const pieces = ringOf(ringParts.map((part) => parts[part]))
  const name = `cluster-${radiusPx}-${pieces.join('-')}-${fill}`
  if (!map.hasImage(name)) {
    map.addImage(name, draw(radiusPx, pieces, fill), { pixelRatio })
  }
  return name
}

function draw(radiusPx: number, pieces: number[], fill: string): ImageData {
  const canvas = document.createElement('canvas')
  const sizePx = (radiusPx + edgePx) * 2
  canvas.width = sizePx * pixelRatio
  canvas.height = sizePx * pixelRatio
  // A canvas on the GPU would be read back only after everything that is being drawn.
  const pen = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  pen.scale(pixelRatio, pixelRatio)
  pen.translate(sizePx / 2, sizePx / 2)
  pen.beginPath()
  pen.arc(0, 0, radiusPx + edgePx, 0, Math.PI * 2)
  pen.fillStyle = fill
  pen.fill()
  let from = -Math.PI / 2
  pieces.forEach((piece, at) => {
    const to = from + (piece / ringPieces) * Math.PI * 2
    pen.beginPath()
    pen.arc(0, 0, radiusPx - ringPx / 2, from, to)
    pen.strokeStyle = statusColors[ringParts[at] as RingPart]
    pen.lineWidth = ringPx
    pen.stroke()
    from = to
  })
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}
