// Adds a map: opens the source, plans, asks, writes, checks, registers. Nothing is registered before the check.

import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { InvalidError } from '../../platform/http/errors.ts'
import { openArchive } from './archive/archive.ts'
import { checkArchive } from './check-archive.ts'
import { namePattern } from './map.schema.ts'
import type { Box, MapFile, MapSize, OnProgress } from './map.types.ts'
import type { Plan } from './plan.ts'
import { planCopy, planCut } from './plan.ts'
import type { MapContext } from './registry.api.ts'
import { register, removeFormer, requireDirectory } from './registry.api.ts'
import { openFile } from './sources/file-source.ts'
import type { Pacing } from './sources/http-source.ts'
import { openAddress } from './sources/http-source.ts'
import type { Source } from './sources/source.types.ts'
import { declaredLayers, recogniseSchema } from './tile-schema.ts'
import { findRest, writePlan } from './write-plan.ts'

export interface MapRequest {
  /** Path of a file, or http(s) address. */
  from: string
  /** All boxes of the area; without them the whole archive. */
  boxes?: Box[] | undefined
  maxZoom?: number | undefined
  name?: string | undefined
  pacing?: Pacing | undefined
}

const world: Box = { west: -180, south: -90, east: 180, north: 90 }
const reservedBytes = 268_435_456

export async function addMap(
  ctx: MapContext,
  request: MapRequest,
  {
    requireConsent,
    onProgress,
  }: {
    /** Throws to end it. */
    requireConsent: (size: MapSize) => Promise<void>
    onProgress: OnProgress
  },
): Promise<MapFile> {
  const name = chooseName(request)
  const directory = await requireDirectory(ctx)
  await removeFormer(ctx)
  const isAddress = /^https?:\/\//i.test(request.from)
  const source = isAddress ? await openAddress(request.from, request.pacing) : await openFile(request.from)
  try {
    const plan = await makePlan(source, request, onProgress)
    const part = join(directory, `.${name}.${plan.fingerprint}.part`)
    await requireConsent(await sizeOf(plan, part, directory))
    await removeOtherParts(directory, name, part)
    await writePlan(plan, source, part, onProgress)
    return await checkAndRegister(ctx, part, { name, source: source.name }, onProgress)
  } finally {
    await source.close()
  }
}

async function makePlan(source: Source, request: MapRequest, onProgress: OnProgress): Promise<Plan> {
  const archive = await openArchive(source)
  // Before gigabytes are read for nothing.
  const declared = declaredLayers(archive.metadata)
  if (archive.header.tileType === 'vector' && declared.size > 0) recogniseSchema(declared)
  const { boxes, maxZoom } = request
  if (!boxes && maxZoom === undefined) return planCopy(archive)
  const cut = { boxes: boxes ?? [world], maxZoom: maxZoom ?? archive.header.maxZoom }
  return planCut(archive, cut, onProgress)
}

async function sizeOf(plan: Plan, part: string, directory: string): Promise<MapSize> {
  const stored = (await stat(part).catch(() => undefined))?.size ?? 0
  const { bavail, bsize } = await statfs(directory)
  const free = bavail * bsize
  if (plan.bytes - stored + reservedBytes > free) {
    const [needed, has] = [plan.bytes - stored, free].map((bytes) => `${Math.ceil(bytes / 1e6)} MB`)
    const message = `"${directory}" has ${has} free, but ${needed} are needed, and 268 MB should remain.`
    throw new InvalidError('maps.disk', message)
  }
  const rest = findRest(plan, stored)
  const bytesToRead = rest.reduce((sum, { request }) => sum + request.bytes, 0)
  return { tiles: plan.tiles, maxZoom: plan.maxZoom, bytes: plan.bytes, bytesToRead, requests: rest.length }
}

/** Of earlier runs with the same name, but another area or another version of the source. */
async function removeOtherParts(directory: string, name: string, part: string): Promise<void> {
  for (const found of await readdir(directory)) {
    const isOther = found.startsWith(`.${name}.`) && found.endsWith('.part') && found !== basename(part)
    if (isOther) await rm(join(directory, found), { force: true })
  }
}

async function checkAndRegister(
  ctx: MapContext,
  part: string,
  about: { name: string; source: string },
  onProgress: OnProgress,
): Promise<MapFile> {
  const written = await openFile(part)
  try {
    const checked = await checkArchive(written, onProgress)
    return await register(ctx, part, { ...about, checked }, onProgress)
  } catch (error) {
    // It is complete: reading it again would not make it better.
    await rm(part, { force: true })
    throw error
  } finally {
    await written.close()
  }
}

function chooseName({ name, from }: MapRequest): string {
  if (name !== undefined) {
    if (new RegExp(`^${namePattern}$`).test(name)) return name
    const message = `--name must consist of up to 40 small letters, digits and hyphens, not "${name}".`
    throw new InvalidError('maps.name', message)
  }
  const path = /^https?:\/\//i.test(from) && URL.canParse(from) ? new URL(from).pathname : from
  return nameOf(basename(path).replace(/\.pmtiles$/i, '')) || 'map'
}

/** Like "sao-tome-and-principe". */
export function nameOf(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
}
