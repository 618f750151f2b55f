// The devices that a rule is limited to. A rule for all devices uses the layer of the whole fleet.

import type { GeoJSONSource } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Row } from '../../live/fleet.types.ts'
import { deviceSymbols } from '../../map/layers/device-symbols.ts'
import { addMarkerImages, imageOf } from '../../map/layers/marker-images.ts'
import { useMapColors } from '../../map/layers/use-map-colors.ts'
import { removeFrom, useInstalled, useMap } from '../../map/use-map.tsx'
import { inBackground } from '../../ui/in-background.ts'

const source = 'rule-devices'
const namesFromZoom = 9.5

export function RuleDevicesLayer({ rows }: { rows: Row[] }) {
  const map = useMap()
  const colors = useMapColors()
  const features = useMemo(() => toFeatures(rows), [rows])
  const latest = useRef(features)
  latest.current = features
  useInstalled(
    useCallback(
      (map) => {
        addMarkerImages(map)
        map.addSource(source, { type: 'geojson', data: latest.current })
        map.addLayer(deviceSymbols(source, source, colors, namesFromZoom))
        return () => removeFrom(map, [source], [source])
      },
      [colors],
    ),
  )
  useEffect(() => {
    inBackground(map?.getSource<GeoJSONSource>(source)?.setData(features))
  }, [map, features])
  return null
}

function toFeatures(rows: Row[]): GeoJSON.FeatureCollection {
  const features = rows.flatMap(({ name, status, courseDeg, latitude, longitude }): GeoJSON.Feature[] =>
    latitude === undefined || longitude === undefined
      ? []
      : [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [longitude, latitude] },
            properties: { name, image: imageOf(status, courseDeg), course: courseDeg ?? 0 },
          },
        ],
  )
  return { type: 'FeatureCollection', features }
}
