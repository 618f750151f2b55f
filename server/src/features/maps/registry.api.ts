// Registered maps: in the directory of maps, each archive has a file with its description. Any number of processes read
// them; nothing else keeps a list.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Check } from 'typebox/value'
import type { Context } from '../../platform/context.ts'
import { InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import type { Checked } from './check-archive.ts'
import { hashLength, MapDescription } from './map.schema.ts'
import type { MapFile, OnProgress } from './map.types.ts'

export type MapContext = Pick<Context, 'config'>

const maxDescriptionBytes = 65_536

export function directoryOf({ config }: MapContext): string {
  return config.web.mapDir
}

export async function requireDirectory(ctx: MapContext): Promise<string> {
  const directory = directoryOf(ctx)
  try {
    await mkdir(directory, { recursive: true })
    return directory
  } catch (error) {
    const message = `The directory of maps cannot be created: ${(error as Error).message}. Set RASTRO_MAP_DIR.`
    throw new InvalidError('maps.directory', message)
  }
}

/** By name. Descriptions that cannot be read are left out; `faults` has the reasons. */
export async function readRegistry(ctx: MapContext): Promise<{ maps: MapFile[]; faults: string[] }> {
  const directory = directoryOf(ctx)
  const names = await readdir(directory).catch(() => [])
  const maps: MapFile[] = []
  const faults: string[] = []
  for (const name of names.filter((name) => /^[a-z0-9][a-z0-9-]*\.json$/.test(name)).sort()) {
    try {
      maps.push(await readDescription(join(directory, name)))
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`)
    }
  }
  return { maps, faults }
}

async function readDescription(path: string): Promise<MapFile> {
  if ((await stat(path)).size > maxDescriptionBytes) throw new Error('it is too large')
  const description: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (Check(MapDescription, description)) return description
  throw new Error('it is not the description of a map')
}

export async function listMaps(ctx: MapContext): Promise<MapFile[]> {
  return (await readRegistry(ctx)).maps
}

/** Moves a complete and checked file to its final name. Its description comes last, and replaces that of an older one. */
export async function register(
  ctx: MapContext,
  part: string,
  { name, source, checked }: { name: string; source: string; checked: Checked },
  onProgress: OnProgress,
): Promise<MapFile> {
  const directory = directoryOf(ctx)
  const before = (await listMaps(ctx)).find((map) => map.name === name)
  const { size } = await stat(part)
  const sha256 = await hashOf(part, (bytes) => onProgress('computing the checksum', bytes, size))
  const file = `${name}-${sha256.slice(0, hashLength)}.pmtiles`
  const map: MapFile = {
    name,
    file,
    bytes: size,
    sha256,
    ...checked,
    addedAt: new Date().toISOString(),
    source,
  }
  await rename(part, join(directory, file))
  const description = join(directory, `${name}.json`)
  await writeFile(`${description}.new`, `${JSON.stringify(map, null, 2)}\n`, { flush: true })
  await rename(`${description}.new`, description)
  if (before && before.file !== file) await rm(join(directory, before.file), { force: true })
  return map
}

export async function removeMap(ctx: MapContext, name: string): Promise<MapFile> {
  const maps = await listMaps(ctx)
  const map = maps.find((map) => map.name === name)
  if (!map) {
    const names = maps.map(({ name }) => `"${name}"`).join(', ') || 'none'
    throw new NotFoundError('maps.not_found', `There is no map "${name}". Registered: ${names}.`)
  }
  const directory = directoryOf(ctx)
  await rm(join(directory, `${name}.json`))
  await rm(join(directory, map.file), { force: true })
  return map
}

async function hashOf(path: string, onBytes: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  let done = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) {
    hash.update(chunk as Buffer)
    done += (chunk as Buffer).length
    onBytes(done)
  }
  return hash.digest('hex')
}
