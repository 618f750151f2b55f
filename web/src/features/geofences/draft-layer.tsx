// The area that the draft covers, including corridors and areas that can only be edited by numbers.

import type { GeoJSONSource } from 'maplibre-gl'
import { useCallback, useEffect, useRef } from 'react'
import { outlineOf } from '../../live/outline.ts'
import type { Shape } from '../../live/shape.ts'
import { removeFrom, useInstalled, useMap } from '../../map/use-map.tsx'
import { inBackground } from '../../ui/in-background.ts'

const source = 'draft'
const aboveUs = 'fleet-clusters'
/** Enough corners for a circle to look round. */
const tolerance = 0.05

export function DraftLayer({ shape, color }: { shape: Shape | undefined; color: string }) {
  const map = useMap()
  const data: GeoJSON.Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiPolygon', coordinates: shape ? outlineOf(shape) : [] },
  }
  const latest = useRef(data)
  latest.current = data

  useInstalled(
    useCallback(
      (map) => {
        const before = map.getLayer(aboveUs) ? aboveUs : undefined
        map.addSource(source, { type: 'geojson', data: latest.current, tolerance })
        map.addLayer(
          { id: 'draft-area', type: 'fill', source, paint: { 'fill-color': color, 'fill-opacity': 0.2 } },
          before,
        )
        map.addLayer(
          { id: 'draft-line', type: 'line', source, paint: { 'line-color': color, 'line-width': 2 } },
          before,
        )
        return () => removeFrom(map, ['draft-line', 'draft-area'], [source])
      },
      [color],
    ),
  )
  useEffect(() => {
    inBackground(map?.getSource<GeoJSONSource>(source)?.setData(latest.current))
  })
  return null
}
