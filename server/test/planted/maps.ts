import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MapFile } from '../../src/features/maps/map.types.ts'
import type { PlantedFault } from './plant.ts'

let directory = ''

const lost: MapFile = {
  name: 'spain',
  file: 'spain-0123456789ab.pmtiles',
  bytes: 1_000_000,
  sha256: '0123456789ab'.padEnd(64, '0'),
  bounds: [-9.4, 35.2, 4.4, 43.8],
  coverage: [[-9.4, 35.2, 4.4, 43.8]],
  minZoom: 0,
  maxZoom: 14,
  schema: 'protomaps',
  attribution: '© OpenStreetMap',
  tiles: 1_000,
  addedAt: '2026-11-18T00:00:00.000Z',
  source: 'https://maps.example/planet.pmtiles',
}

function plant(env: Record<string, string>, name: string, description: string): void {
  directory = mkdtempSync(join(tmpdir(), 'rastro-planted-maps-'))
  env.RASTRO_MAP_DIR = directory
  writeFileSync(join(directory, name), description)
}

const after = () => rmSync(directory, { recursive: true, force: true })

export const ofMaps: PlantedFault[] = [
  {
    name: 'a map whose file was deleted',
    id: 'storage.maps',
    plant: ({ env }) => plant(env, 'spain.json', JSON.stringify(lost)),
    after,
  },
  {
    name: 'a damaged description of a map',
    id: 'storage.maps',
    plant: ({ env }) => plant(env, 'spain.json', '{'),
    after,
  },
]
