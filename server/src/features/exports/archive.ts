// Writes the archive of an account: a tar file with JSON Lines, locations as compressed CSV, photos, schemas, a page
// that explains them, and last a manifest. It continues where an interrupted run stopped. Memory does not grow with the
// account: one chunk is held at a time.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { createCollector } from '../../platform/async/collector.ts'
import type { Context } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import * as queries from './content.queries.ts'
import { manifestOf, readApiSchemas, readmeOf, schemaOf } from './description.ts'
import { exportedKinds } from './kinds/kinds.ts'
import { withPlaces } from './placed-lines.ts'
import type { Entry, Position, Progress } from './progress.ts'
import { findLast, openProgress, readEntries } from './progress.ts'
import type { TarWriter } from './tar.ts'
import { createTarWriter } from './tar.ts'

export interface WrittenArchive {
  files: number
  rows: number
  bytes: number
  sha256: Buffer
}

export interface ArchiveTarget {
  /** The finished file. While it is written, `.part` and `.progress` stand beside it. */
  path: string
  account: string
  /** Called between chunks; throws if the export is no longer this process's. */
  onChunk: () => Promise<void>
  /** A file of records ends after this many bytes, and another begins. */
  maxFileBytes?: number
  /** How often the progress is stored. */
  flushEveryMs?: number
}

interface Writing {
  db: AccountDb
  now: () => Date
  tar: TarWriter
  progress: Progress
  target: ArchiveTarget
  collect: () => void
}

/** Entries whose number is not bounded are resumed one by one. */
const maxFileBytes = 64 * 1_048_576
const locationsPerChunk = 2_000
const devicesPerPage = 500
const entriesPerChunk = 1_000
const startOfTime = new Date(0)
/** Of what an archive contains: positions of another version mean something else. */
const version = createHash('sha256').update(JSON.stringify(exportedKinds)).digest('hex').slice(0, 16)
const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

export const partOf = (path: string) => `${path}.part`
export const progressOf = (path: string) => `${path}.progress`

export async function writeArchive(
  ctx: Pick<Context, 'db' | 'now'>,
  accountId: number,
  target: ArchiveTarget,
): Promise<WrittenArchive> {
  const { path } = target
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const last = await findLast(progressOf(path))
  const file = await open(partOf(path), last ? 'r+' : 'w', 0o600).catch(async (error) => {
    if (error.code !== 'ENOENT') throw error
    // The file is gone, and so is the progress.
    await rm(progressOf(path), { force: true })
    return open(partOf(path), 'w', 0o600)
  })
  const { size } = await file.stat()
  const isUsable = last?.version === version && last.next.stage !== 'start' && size >= last.end
  if (!isUsable) await rm(progressOf(path), { force: true })
  await file.truncate(isUsable ? last.end : 0)
  const progress = await openProgress(progressOf(path), file, target.flushEveryMs)
  try {
    const tar = createTarWriter(file, isUsable ? last.end : 0)
    const writing: Writing = {
      db: ctx.db.forAccount(accountId),
      now: ctx.now,
      tar,
      progress,
      target,
      collect: createCollector(),
    }
    await writeContent(writing, isUsable ? last.next : undefined)
    await progress.flush()
    const { files, rows } = await writeManifest(writing)
    const bytes = await tar.close()
    await file.datasync()
    return { files, rows, bytes, sha256: await hashFile(partOf(path), target.onChunk) }
  } finally {
    await progress.close()
    await file.close()
  }
}

async function writeContent(writing: Writing, from: Position | undefined): Promise<void> {
  let position = from
  if (!position) {
    const schemas = await readApiSchemas()
    for (const kind of exportedKinds) {
      const schema = `${JSON.stringify(schemaOf(kind, schemas), null, 2)}\n`
      await writeEntry(writing, `schemas/${kind.name}.json`, [schema], { stage: 'start' })
    }
    position = { stage: 'kind', kind: 0, part: 1 }
    await writeEntry(writing, 'README.md', [readmeOf()], position)
  }
  if (position.stage === 'kind') {
    for (let at: Position = position; at.stage === 'kind'; ) at = await writeKind(writing, at)
    position = { stage: 'device', device: 0 }
  }
  if (position.stage === 'device') await writeDevices(writing, position)
}

/** One file of a kind. Returns what comes next. */
async function writeKind(writing: Writing, at: Position & { stage: 'kind' }): Promise<Position> {
  const kind = exportedKinds[at.kind]!
  const read = async (after: string[] | undefined) => {
    const chunk = await queries.readRecords(writing.db, kind, after)
    await writing.target.onChunk()
    return chunk && { ...chunk, lines: withPlaces(kind, chunk.lines) }
  }
  const following: Position =
    at.kind + 1 === exportedKinds.length
      ? { stage: 'device', device: 0 }
      : { stage: 'kind', kind: at.kind + 1, part: 1 }
  let chunk = await read(at.key)
  if (!chunk && at.part > 1) return following
  let next: Position = following
  let bytes = 0
  let rows = 0
  async function* lines() {
    while (chunk) {
      rows += chunk.rows
      bytes += chunk.lines.length
      yield chunk.lines
      const { key } = chunk
      if (bytes >= (writing.target.maxFileBytes ?? maxFileBytes)) {
        next = { stage: 'kind', kind: at.kind, part: at.part + 1, key }
        return
      }
      chunk = await read(key)
    }
  }
  const name = at.part === 1 ? `data/${kind.name}.jsonl` : `data/${kind.name}-${at.part}.jsonl`
  await writeEntry(
    writing,
    name,
    lines(),
    () => next,
    () => rows,
  )
  return next
}

async function writeDevices(writing: Writing, from: Position & { stage: 'device' }): Promise<void> {
  let { device: after } = from
  let month = from.month
  for (;;) {
    // An interrupted device comes first again, from the month where it stopped.
    const page = await queries.listDevices(writing.db, month ? after - 1 : after, devicesPerPage)
    if (page.length === 0) break
    for (const device of page) {
      const isContinued = month !== undefined && device.number === after
      await writeDevice(writing, device, isContinued ? new Date(month!) : undefined)
      month = undefined
    }
    after = page.at(-1)!.number
  }
}

async function writeDevice(
  writing: Writing,
  { number, id }: queries.ExportedDevice,
  from: Date | undefined,
): Promise<void> {
  const after: Position = { stage: 'device', device: number }
  if (!from) {
    const photo = await queries.findPhoto(writing.db, number)
    const name = photo && `photos/${id}.${extensions[photo.type] ?? 'bin'}`
    const again: Position = { ...after, month: startOfTime.toISOString() }
    if (photo && name) await writeEntry(writing, name, [photo.bytes], again)
  }
  let month = await queries.findMonth(writing.db, number, from ?? startOfTime)
  while (month) {
    const first = month
    const end = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1))
    const following = await queries.findMonth(writing.db, number, end)
    const name = `locations/${id}/${first.toISOString().slice(0, 7)}.csv.gz`
    let rows = 0
    const lines = readMonth(writing, number, first, end, (count) => {
      rows += count
    })
    // An error of the source ends the entry too: the loop over it throws.
    const compressed = pipeline(
      Readable.from(lines, { objectMode: false }),
      createGzip({ level: 6 }),
      () => {},
    )
    const next: Position = following ? { ...after, month: following.toISOString() } : after
    await writeEntry(
      writing,
      name,
      compressed,
      () => next,
      () => rows,
    )
    month = following
  }
}

async function* readMonth(
  { db, target, collect }: Writing,
  device: number,
  first: Date,
  end: Date,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  yield `${queries.locationColumns}\n`
  let last: queries.LocationKey = { fixedAt: first.toISOString(), fingerprint: -2_147_483_648, class: 0 }
  for (;;) {
    const chunk = await queries.readLocations(db, device, last, end, locationsPerChunk)
    await target.onChunk()
    if (!chunk) return
    last = chunk.last
    onRows(chunk.rows)
    yield chunk.lines
    collect()
  }
}

/** `next` and `rows` are known once the content is written. */
async function writeEntry(
  { tar, progress, now }: Writing,
  name: string,
  content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
  next: Position | (() => Position),
  rows: () => number = () => 0,
): Promise<void> {
  const hash = createHash('sha256')
  tar.begin(name)
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    hash.update(bytes)
    await tar.write(bytes)
  }
  const bytes = await tar.finish(now())
  const entry: Entry = {
    version,
    name,
    rows: rows(),
    bytes,
    sha256: hash.digest('hex'),
    end: tar.end,
    next: typeof next === 'function' ? next() : next,
  }
  await progress.add(entry)
}

/** The last file: it lists all others. It is not listed itself, so an interrupted run writes it again. */
async function writeManifest({ tar, target, now }: Writing): Promise<{ files: number; rows: number }> {
  let files = 1
  let rows = 0
  tar.begin('manifest.json')
  const write = (text: string) => tar.write(Buffer.from(text))
  const { open: opening, close: closing } = manifestOf(target.account, now())
  await write(opening)
  for await (const entry of readEntries(progressOf(target.path))) {
    const listed = { name: entry.name, rows: entry.rows, bytes: entry.bytes, sha256: entry.sha256 }
    await write(`${files === 1 ? '' : ',\n'}    ${JSON.stringify(listed)}`)
    files += 1
    rows += entry.rows
    if (files % entriesPerChunk === 0) await target.onChunk()
  }
  await write(closing({ files: files - 1, rows }))
  await tar.finish(now())
  return { files, rows }
}

async function hashFile(path: string, onChunk: () => Promise<void>): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) {
    hash.update(chunk)
    await onChunk()
  }
  return hash.digest()
}
