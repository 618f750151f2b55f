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
/** `spain.json`, or `spain-0123456789ab.former.json` of a map that was replaced. */
const descriptionName = /^[a-z0-9][a-z0-9-]*(?:\.former)?\.json$/
const isFormer = (name: string) => name.endsWith('.former.json')
const formerNameOf = ({ file }: Pick<MapFile, 'file'>) => file.replace(/\.pmtiles$/, '.former.json')
/** A page that stays open for longer than a day shows the built-in map until it is loaded again. */
export const keepFormerMs = 86_400_000

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

export interface Registry {
  /** By name. */
  maps: MapFile[]
  /** Replaced by another of the same name. Pages that were loaded before still read them. */
  former: MapFile[]
  /** Why descriptions are left out. */
  faults: string[]
}

export async function readRegistry(ctx: MapContext): Promise<Registry> {
  const directory = directoryOf(ctx)
  const names = (await readdir(directory).catch(() => [])).sort()
  const registry: Registry = { maps: [], former: [], faults: [] }
  for (const name of names.filter((name) => descriptionName.test(name))) {
    const list = isFormer(name) ? registry.former : registry.maps
    try {
      list.push(await readDescription(join(directory, name)))
    } catch (error) {
      registry.faults.push(`${name}: ${(error as Error).message}`)
    }
  }
  return registry
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
  if (before && before.file !== file) await writeDescription(join(directory, formerNameOf(before)), before)
  await writeDescription(join(directory, `${name}.json`), map)
  return map
}

async function writeDescription(path: string, map: MapFile): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(map, null, 2)}\n`, { flush: true })
  await rename(`${path}.new`, path)
}

/** Deletes the files of maps that were replaced more than a day ago. */
export async function removeFormer(ctx: MapContext, nowMs = Date.now()): Promise<void> {
  const directory = directoryOf(ctx)
  const { maps, former } = await readRegistry(ctx)
  for (const map of former) {
    const description = join(directory, formerNameOf(map))
    const replaced = await stat(description).catch(() => undefined)
    if (!replaced || nowMs - replaced.mtimeMs <= keepFormerMs) continue
    // The same content may have been added again.
    if (!maps.some(({ file }) => file === map.file)) await rm(join(directory, map.file), { force: true })
    await rm(description, { force: true })
  }
}

export async function removeMap(ctx: MapContext, name: string): Promise<MapFile> {
  const { maps, former } = await readRegistry(ctx)
  const map = maps.find((map) => map.name === name)
  if (!map) {
    const names = maps.map(({ name }) => `"${name}"`).join(', ') || 'none'
    throw new NotFoundError('maps.not_found', `There is no map "${name}". Registered: ${names}.`)
  }
  const directory = directoryOf(ctx)
  await rm(join(directory, `${name}.json`))
  for (const one of [map, ...former.filter((one) => one.name === name)]) {
    await rm(join(directory, formerNameOf(one)), { force: true })
    await rm(join(directory, one.file), { force: true })
  }
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
