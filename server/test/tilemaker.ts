// An archive whose tiles were made by tilemaker, an independent program, from a file in the format of OpenStreetMap.

import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePmtiles } from '../../web/basemap/pmtiles-writer.ts'

const examples = '/usr/share/doc/tilemaker/examples'

interface TilemakerConfig {
  layers: Record<string, { source?: string }>
}

/** Version 2 of Debian 12 writes a directory of tiles, not an archive. Coastlines from other files are left out. */
export function makeWithTilemaker(): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'rastro-tilemaker-'))
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: directory, stdio: 'pipe' })
  try {
    const config = JSON.parse(readFileSync(`${examples}/config-openmaptiles.json`, 'utf8')) as TilemakerConfig
    const layers = Object.fromEntries(Object.entries(config.layers).filter(([, { source }]) => !source))
    writeFileSync(join(directory, 'config.json'), JSON.stringify({ ...config, layers }))
    run('osmium', 'cat', join(import.meta.dirname, 'hand-drawn-town.osm'), '-o', 'town.osm.pbf')
    const process = `${examples}/process-openmaptiles.lua`
    run(
      'tilemaker',
      '--input',
      'town.osm.pbf',
      '--output',
      'tiles',
      '--config',
      'config.json',
      '--process',
      process,
    )
    const metadata = JSON.parse(readFileSync(join(directory, 'tiles/metadata.json'), 'utf8')) as {
      bounds: [number, number, number, number]
    }
    const tiles = globSync('*/*/*.pbf', { cwd: join(directory, 'tiles') }).map((path) => {
      const [z, x, y] = path.match(/\d+/g)!.map(Number) as [number, number, number]
      return { z, x, y, bytes: readFileSync(join(directory, 'tiles', path)) }
    })
    return writePmtiles(tiles, metadata, metadata.bounds)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
