// Builds ../../server/places/world.places.br: towns, regions and countries for the names of places. The same packages
// give the same bytes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { edgesOf, gridOf } from './places/regions.ts'
import { writeSections } from './places/sections.ts'
import { treeOrder } from './places/town-tree.ts'
import type { StateProperties } from './states.ts'
import { readStates } from './states.ts'
import { namedTowns } from './towns.ts'

const folder = new URL('../../server/places/', import.meta.url)

/** Natural Earth has no two-letter code of these. */
const codesByHand: Record<string, string> = { KOS: 'XK', CYN: 'CY', SOL: 'SO', KAS: 'IN', SAH: 'EH', WSB: 'CY', ESB: 'CY' }

function countryOf({ iso_a2, adm0_a3 }: StateProperties): string {
  return /^[A-Z]{2}$/.test(iso_a2) ? iso_a2 : (codesByHand[adm0_a3] ?? '')
}

/** Other names only where they differ. */
function regionOf(state: StateProperties): string[] {
  const en = state.name_en || state.name || ''
  const [es, pt] = [state.name_es || en, state.name_pt || en]
  const others = es === en && pt === en ? [] : [es, pt]
  return [countryOf(state), en, ...others]
}

const states = readStates()
const edges = edgesOf(states)
const grid = gridOf(edges)
const towns = treeOrder(namedTowns(states))

const names = towns.map(({ town }) => Buffer.from(town.names.en))
const nameStarts = new Uint32Array(towns.length + 1)
for (const [index, name] of names.entries()) nameStarts[index + 1] = nameStarts[index]! + name.length
const countries = [...new Set(towns.map(({ town }) => town.country))].sort()
const countryIndex = new Map(countries.map((code, index) => [code, index]))
const otherNames = Object.fromEntries(
  towns.flatMap(({ town: { names: { en, es, pt } } }, index) =>
    es === en && pt === en ? [] : [[index, [es, pt]]],
  ),
)

const file = writeSections(
  {
    cells: grid.cells,
    cellStarts: grid.starts,
    cellCentres: grid.centres,
    cellEdges: grid.edgeIds,
    edges: edges.coordinates,
    edgeSides: edges.sides,
    townVectors: Float32Array.from(towns.flatMap(({ vector }) => vector)),
    townCountries: Uint16Array.from(towns, ({ town }) => countryIndex.get(town.country)!),
    townPopulations: Uint32Array.from(towns, ({ town }) => town.population),
    townNames: Uint8Array.from(Buffer.concat(names)),
    townNameStarts: nameStarts,
  },
  { countries, regions: states.features.map(({ properties }) => regionOf(properties)), otherNames },
)
const compressed = brotliCompressSync(file, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('world.places.br', folder), compressed)
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`
process.stdout.write(
  `world.places: ${mb(file.length)}, compressed ${mb(compressed.length)}; ${towns.length} towns, ` +
    `${edges.sides.length / 2} edges, ${grid.edgeIds.length} in ${grid.centres.length} cells\n`,
)
