// Builds ../public/basemap/world.pmtiles, the built-in map. The same packages give the same bytes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { countryLabels } from './countries.ts'
import { bordersOf, lakesOf, landOf, riversOf } from './land.ts'
import { writePmtiles } from './pmtiles-writer.ts'
import { seaLabels } from './seas.ts'
import { readStates, stateLabels, stateLines } from './states.ts'
import type { Layer } from './tiles.ts'
import { lastZoom, tilesOf } from './tiles.ts'
import { largeTowns, townLabels } from './towns.ts'

const folder = new URL('../public/basemap/', import.meta.url)

function layer(name: string, fromZoom: number, toZoom: number, features: GeoJSON.Feature[]): Layer {
  return { name, fromZoom, toZoom, features }
}

const states = readStates()
const layers = [
  layer('land', 0, 1, landOf('110m')),
  layer('land', 2, 4, landOf('50m')),
  layer('land', 5, lastZoom, landOf('10m')),
  layer('lakes', 0, 1, lakesOf('110m')),
  layer('lakes', 2, lastZoom, lakesOf('50m')),
  layer('rivers', 2, 2, riversOf('110m')),
  layer('rivers', 3, lastZoom, riversOf('50m')),
  layer('borders', 0, 1, bordersOf('110m')),
  layer('borders', 2, 4, bordersOf('50m')),
  layer('borders', 5, lastZoom, bordersOf('10m')),
  layer('states', 3, lastZoom, stateLines(states)),
  layer('country_labels', 1, lastZoom, countryLabels(states, largeTowns())),
  layer('state_labels', 4, lastZoom, stateLabels(states)),
  layer('sea_labels', 1, lastZoom, seaLabels()),
  layer('towns', 2, lastZoom, townLabels(states)),
]

const file = writePmtiles([...tilesOf(layers)], {
  name: 'Rastro world',
  attribution: 'Natural Earth · GeoNames (CC BY)',
  vector_layers: [...new Set(layers.map(({ name }) => name))].map((id) => ({ id, fields: {} })),
})
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('world.pmtiles', folder), file)
process.stdout.write(`world.pmtiles: ${(file.length / 1e6).toFixed(2)} MB\n`)
