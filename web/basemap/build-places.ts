// Builds ../../server/places/world.places.br: towns, regions and countries for the names of places. The same packages
// give the same bytes.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { foldName } from '../../server/src/features/places/fold-name.ts'
import { regionAt } from '../../server/src/features/places/region-at.ts'
import { countryOf } from './places/country.ts'
import { differencesOf, gridOf } from './places/regions.ts'
import { writeSections } from './places/sections.ts'
import { townRegions } from './places/town-regions.ts'
import { townsByDegree, treeOrder } from './places/town-tree.ts'
import type { StateProperties } from './states.ts'
import { readStates } from './states.ts'
import { namedTowns } from './towns.ts'

const folder = new URL('../../server/places/', import.meta.url)

/** Other names only where they differ. */
function regionOf(state: StateProperties): [country: string, ...names: string[]] {
  const en = state.name_en || state.name || ''
  const [es, pt] = [state.name_es || en, state.name_pt || en]
  const others = es === en && pt === en ? [] : [es, pt]
  return [countryOf(state), en, ...others]
}

const states = readStates()
const grid = gridOf(states)
const nodes = treeOrder(namedTowns(states))
const towns = nodes.map(({ town }) => town)
const regions = states.features.map(({ properties }) => regionOf(properties))

const townVectors = Float32Array.from(nodes.flatMap(({ vector }) => vector))
const names = towns.map((town) => Buffer.from(town.names.en))
const nameStarts = new Uint32Array(towns.length + 1)
for (const [index, name] of names.entries()) nameStarts[index + 1] = nameStarts[index]! + name.length
const folded = towns.map((town) => foldName(town.names.en))
const byName = [...towns.keys()].sort((a, b) =>
  folded[a]! < folded[b]! ? -1 : folded[a]! > folded[b]! ? 1 : a - b,
)
const countries = [...new Set(towns.map(({ country }) => country))].sort()
const countryIndex = new Map(countries.map((code, index) => [code, index]))
const otherNames = Object.fromEntries(
  towns.flatMap(({ names: { en, es, pt } }, index) => (es === en && pt === en ? [] : [[index, [es, pt]]])),
)

const file = writeSections(
  {
    ...grid,
    borders: differencesOf(grid.borders),
    townVectors,
    townsByDegree: townsByDegree(townVectors),
    townCountries: Uint8Array.from(towns, ({ country }) => countryIndex.get(country)!),
    townRegions: townRegions(
      towns.map((town) => ({ ...town, region: regionAt(grid, town.latitude, town.longitude) })),
      regions.map(([country]) => country),
    ),
    townPopulations: Uint32Array.from(towns, ({ population }) => population),
    townNames: Uint8Array.from(Buffer.concat(names)),
    townNameStarts: nameStarts,
    townsByName: Uint32Array.from(byName),
  },
  { countries, regions, otherNames },
)
const compressed = brotliCompressSync(file, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('world.places.br', folder), compressed)
const digest = createHash('sha256').update(compressed).digest('hex')
writeFileSync(new URL('SHA256SUMS', folder), `${digest}  world.places.br\n`)
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`
process.stdout.write(
  `world.places: ${mb(file.length)}, compressed ${mb(compressed.length)}; ${towns.length} towns, ` +
    `${grid.cellCentres.length} cells with borders\n`,
)
