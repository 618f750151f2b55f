// A pulsing ring around every device with an open critical alert. The rings are elements above the canvas: their
// animation does not draw the map again.

import { Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useMap } from '../use-map.tsx'
import styles from './critical-layer.module.css'

export interface CriticalPlace {
  deviceId: string
  /** Its newest critical alert. */
  alertId: string
  name: string
  longitude: number
  latitude: number
}

interface CriticalLayerProps {
  places: readonly CriticalPlace[]
  onPick(alertId: string): void
}

export function CriticalLayer({ places, onPick }: CriticalLayerProps) {
  const map = useMap()
  const shown = useRef(new Map<string, Marker>())
  const pick = useRef(onPick)
  pick.current = onPick

  useEffect(() => {
    const markers = shown.current
    return () => {
      for (const marker of markers.values()) marker.remove()
      markers.clear()
    }
  }, [])

  useEffect(() => {
    if (!map) return
    const markers = shown.current
    const left = new Set(markers.keys())
    for (const place of places) {
      // Another alert of the same device opens another detail.
      const key = `${place.deviceId} ${place.alertId} ${place.name}`
      left.delete(key)
      const marker = markers.get(key) ?? new Marker({ element: draw(place, (id) => pick.current(id)) })
      marker.setLngLat([place.longitude, place.latitude])
      if (!markers.has(key)) marker.addTo(map)
      markers.set(key, marker)
    }
    for (const key of left) {
      markers.get(key)?.remove()
      markers.delete(key)
    }
  }, [map, places])
  return null
}

/** Hidden from screen readers and the keyboard, like the canvas: the alarm bar has the same content. */
function draw({ alertId, name }: CriticalPlace, onPick: (alertId: string) => void): HTMLElement {
  const mark = document.createElement('div')
  mark.className = styles.mark ?? ''
  mark.ariaHidden = 'true'
  const ring = document.createElement('div')
  ring.className = styles.ring ?? ''
  const badge = document.createElement('button')
  badge.type = 'button'
  badge.tabIndex = -1
  badge.className = styles.badge ?? ''
  badge.textContent = '!'
  badge.addEventListener('click', (event) => {
    // The map below would select what lies under the badge.
    event.stopPropagation()
    onPick(alertId)
  })
  const label = document.createElement('div')
  label.className = styles.name ?? ''
  label.textContent = name
  mark.append(ring, badge, label)
  return mark
}
