// Drawing on the map: with a tool a new shape is drawn, without one the existing shape is dragged by its corners.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { GeoJSONStoreFeatures, TerraDraw } from 'terra-draw'
import type { Ring, Shape } from '../../live/shape.ts'
import { useInstalled } from '../../map/use-map.tsx'
import { circleByHandles, circleOf, toDrawn } from './drawn-features.ts'
import type { Tool } from './geofences-search.ts'
import { createTerraDraw } from './terra-draw.ts'

const modes: Record<Tool, string> = {
  polygon: 'polygon',
  rectangle: 'rectangle',
  circle: 'circle',
  corridor: 'linestring',
}

interface DrawingLayerProps {
  color: `#${string}`
  tool: Tool | undefined
  shape: Shape | undefined
  /** The default width of a corridor. */
  defaultRadiusM: number
  /** Throttles updates while dragging. */
  onPreview(shape: Shape): void
  onDraw(shape: Shape): void
}

export function DrawingLayer({ color, tool, shape, defaultRadiusM, onPreview, onDraw }: DrawingLayerProps) {
  const [terra, setTerra] = useState<TerraDraw>()
  useInstalled(
    useCallback(
      (map) => {
        const made = createTerraDraw(map, color)
        made.start()
        setTerra(made)
        return () => {
          setTerra(undefined)
          // After a style change the layers are gone already.
          if (map.style && map.getSource('draw-polygon')) made.stop()
        }
      },
      [color],
    ),
  )
  const latest = useRef({ onPreview, onDraw, defaultRadiusM })
  latest.current = { onPreview, onDraw, defaultRadiusM }

  useEffect(() => {
    if (!terra?.enabled) return
    terra.clear()
    terra.clearUndoRedoHistory()
    if (tool) {
      terra.setMode(modes[tool])
      const finish = (id: string | number) => {
        const feature = terra.getSnapshotFeature(id)
        const drawn = feature && shapeOfNew(feature, latest.current.defaultRadiusM)
        if (drawn) latest.current.onDraw(drawn)
      }
      terra.on('finish', finish)
      return () => terra.off('finish', finish)
    }
    const drawn = shape && toDrawn(shape)
    if (!shape || !drawn) return terra.setMode('static')
    const [added] = terra.addFeatures([drawn as GeoJSONStoreFeatures])
    if (added?.id === undefined || !added.valid) return terra.setMode('static')
    const { id } = added
    terra.selectFeature(id)
    const read = () => {
      const feature = terra.getSnapshotFeature(id)
      return feature && shapeOfEdited(feature, shape, drawn.geometry.coordinates as Ring[])
    }
    const change = (ids: (string | number)[], type: string) => {
      if (type !== 'update' || !ids.includes(id)) return
      const changed = read()
      if (changed) latest.current.onPreview(changed)
    }
    const finish = () => {
      const changed = read()
      if (changed) latest.current.onDraw(changed)
    }
    terra.on('change', change)
    terra.on('finish', finish)
    return () => {
      terra.off('change', change)
      terra.off('finish', finish)
    }
  }, [terra, tool, shape])
  return null
}

function shapeOfNew({ geometry, properties }: GeoJSONStoreFeatures, radiusM: number): Shape | undefined {
  if (geometry.type === 'LineString') return { geometry, radiusM }
  if (geometry.type !== 'Polygon') return undefined
  return properties.mode === 'circle' ? circleOf(geometry.coordinates[0]!) : { geometry, radiusM: null }
}

function shapeOfEdited({ geometry }: GeoJSONStoreFeatures, before: Shape, was: Ring[]): Shape | undefined {
  if (before.geometry.type === 'Point' && geometry.type === 'Polygon') {
    return circleByHandles(before, was[0]!, geometry.coordinates[0]!)
  }
  if (geometry.type === 'Polygon' || geometry.type === 'LineString') return { ...before, geometry }
  return undefined
}
