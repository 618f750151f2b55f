// The symbols of devices: the image, rotated to the course, and the name beside it.

import type { SymbolLayerSpecification } from 'maplibre-gl'
import type { useMapColors } from './use-map-colors.ts'

/** For points with `image`, `course` and `name`; a `label` is shown instead of the name. */
export function deviceSymbols(
  id: string,
  source: string,
  colors: ReturnType<typeof useMapColors>,
  namesFromZoom = 0,
): SymbolLayerSpecification {
  return {
    id,
    type: 'symbol',
    source,
    layout: {
      'icon-image': ['get', 'image'],
      'icon-rotate': ['get', 'course'],
      'icon-rotation-alignment': 'map',
      'icon-allow-overlap': true,
      'text-field': ['step', ['zoom'], '', namesFromZoom, ['coalesce', ['get', 'label'], ['get', 'name']]],
      'text-font': ['Inter SemiBold'],
      'text-size': 12,
      'text-anchor': 'left',
      'text-offset': [1, 0],
      'text-optional': true,
    },
    paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 1.5 },
  }
}
