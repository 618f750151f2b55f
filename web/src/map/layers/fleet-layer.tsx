// The fleet on the map: a few hundred markers at any size, because the worker clusters nearby devices.

import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Mark } from '../../live/fleet.types.ts'
import { unpack } from '../../live/packed-marks.ts'
import { useFleetState } from '../../live/use-fleet.tsx'
import { useCriticalDevices } from '../../shell/alarm/critical-alerts.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { useMapChoices } from '../map-choices.ts'
import { removeFrom, useInstalled, useMap } from '../use-map.tsx'
import { clusterImage } from './cluster-images.ts'
import { deviceSymbols } from './device-symbols.ts'
import { DeviceTip } from './device-tip.tsx'
import { fleetFeatures } from './fleet-features.ts'
import { addMarkerImages } from './marker-images.ts'
import { useFleetPointer } from './use-fleet-pointer.ts'
import { useMapColors } from './use-map-colors.ts'
import { useReportedView } from './use-reported-view.ts'

const source = 'fleet'
const clusterLayer = 'fleet-clusters'
const deviceLayer = 'fleet-devices'
const namesFromZoom = 9.5
/** Beyond every zoom. */
const never = 99

interface FleetLayerProps {
  /** Drawn by its own layer, above all others. */
  selected: string | undefined
  /** Absent while clicks have another meaning. */
  onPick?: ((id: string) => void) | undefined
}

export function FleetLayer({ selected, onPick }: FleetLayerProps) {
  const map = useMap()
  const packed = useFleetState((state) => state.marks)
  const colors = useMapColors()
  const { names } = useMapChoices()
  const critical = useCriticalDevices()
  const marks = useMemo(() => unpack(packed), [packed])
  const latest = useRef({ marks, selected, critical })
  latest.current = { marks, selected, critical }

  useInstalled(
    useCallback(
      (map) => {
        addMarkerImages(map)
        const { marks, selected, critical } = latest.current
        const data = featuresOf(map, marks, selected, critical, colors.mark)
        // Symbols outside of a tile are not drawn, so copies of them are only work.
        map.addSource(source, { type: 'geojson', data, buffer: 0 })
        addLayers(map, colors, names)
        return () => removeFrom(map, [deviceLayer, clusterLayer], [source])
      },
      [colors, names],
    ),
  )

  useReportedView()

  useEffect(() => {
    const data = map?.getSource<GeoJSONSource>(source)
    if (map && data) inBackground(data.setData(featuresOf(map, marks, selected, critical, colors.mark)))
  }, [map, marks, selected, critical, colors])

  const pointed = useFleetPointer(clusterLayer, deviceLayer, onPick)
  return pointed && <DeviceTip pointed={pointed} />
}

/** The critical layer shows the names of its devices. */
function featuresOf(
  map: MapLibre,
  marks: Mark[],
  selected: string | undefined,
  critical: ReadonlySet<string>,
  fill: string,
) {
  return fleetFeatures(marks, selected, critical, (count, parts) => clusterImage(map, count, parts, fill))
}

function addLayers(map: MapLibre, colors: ReturnType<typeof useMapColors>, hasNames: boolean): void {
  map.addLayer({
    id: clusterLayer,
    type: 'symbol',
    source,
    filter: ['has', 'count'],
    layout: {
      'icon-image': ['get', 'image'],
      'icon-allow-overlap': true,
      'text-field': ['to-string', ['get', 'count']],
      'text-font': ['Inter SemiBold'],
      'text-size': 12,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': colors.text },
  })
  map.addLayer({
    ...deviceSymbols(deviceLayer, source, colors, hasNames ? namesFromZoom : never),
    filter: ['has', 'id'],
  })
}
