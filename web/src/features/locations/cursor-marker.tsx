// Marks the device at the cursor: an arrow while driving, a dot while stopped, a ring in a gap.
// It is an element above the map, so that playback does not redraw the map.

import { Marker } from 'maplibre-gl'
import { useEffect } from 'react'
import { isInFreePart } from '../../map/insets.ts'
import { useMap } from '../../map/use-map.tsx'
import styles from './cursor-marker.module.css'
import type { Playback } from './playback.ts'
import { positionAt } from './position-at.ts'
import type { Track } from './track.ts'

const movingKmh = 3
const edgePx = 30
const easeMs = 500
const shapes = {
  arrow: 'M0 -11 8.500 10 0 5.500 -8.500 10Z',
  dot: 'M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0Z',
}

export function CursorMarker({ track, playback }: { track: Track; playback: Playback }) {
  const map = useMap()
  useEffect(() => {
    if (!map) return
    const still = matchMedia('(prefers-reduced-motion: reduce)')
    const { element, shape } = drawMark()
    const marker = new Marker({ element, rotationAlignment: 'map', pitchAlignment: 'map' })
    let isOn = false

    const show = () => {
      const position = positionAt(track, playback.get().atMs)
      if (!position) return
      const isMoving = !position.isGap && (position.speedKmh ?? 0) >= movingKmh
      element.dataset.kind = position.isGap ? 'gap' : isMoving ? 'moving' : 'standing'
      shape.setAttribute('d', isMoving ? shapes.arrow : shapes.dot)
      marker.setLngLat([position.longitude, position.latitude])
      marker.setRotation(isMoving ? (position.courseDeg ?? 0) : 0)
      if (!isOn) marker.addTo(map)
      isOn = true
    }
    const follow = () => {
      show()
      if (map.isMoving()) return
      const { lng, lat } = marker.getLngLat()
      if (isInFreePart(map, [lng, lat], edgePx)) return
      map.easeTo({ center: marker.getLngLat(), duration: still.matches ? 0 : easeMs })
    }
    show()
    const stop = playback.subscribe(follow)
    return () => {
      stop()
      marker.remove()
    }
  }, [map, track, playback])
  return null
}

function drawMark(): { element: HTMLElement; shape: SVGPathElement } {
  const make = <N extends 'svg' | 'path'>(name: N) =>
    document.createElementNS('http://www.w3.org/2000/svg', name)
  const element = document.createElement('div')
  const picture = make('svg')
  const shape = make('path')
  element.className = styles.cursor ?? ''
  element.dataset.testid = 'cursor'
  picture.setAttribute('viewBox', '-16 -16 32 32')
  picture.setAttribute('aria-hidden', 'true')
  picture.append(shape)
  element.append(picture)
  return { element, shape }
}
