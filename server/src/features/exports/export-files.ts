// Where archives are: one directory per account, so that an erasure deletes it whole.

import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../platform/context.ts'
import { partOf, progressOf } from './archive.ts'

type Needs = Pick<Context, 'config'>

export function archivePath(ctx: Needs, accountId: number, id: string): string {
  return join(directoryOf(ctx, accountId), `${id}.tar`)
}

export async function deleteArchive(ctx: Needs, accountId: number, id: string): Promise<void> {
  const path = archivePath(ctx, accountId, id)
  for (const one of [path, partOf(path), progressOf(path)]) await rm(one, { force: true })
}

/** Returns how many files there were. */
export async function deleteArchives(ctx: Needs, accountId: number): Promise<number> {
  const directory = directoryOf(ctx, accountId)
  const files = await readdir(directory).catch(() => [])
  await rm(directory, { recursive: true, force: true })
  return files.length
}

/** By number. */
export async function listAccountsWithFiles({ config }: Needs): Promise<number[]> {
  const names = await readdir(config.exports.dir).catch(() => [])
  return names.filter((name) => /^[1-9]\d{0,9}$/.test(name)).map(Number)
}

export async function deleteOlder(ctx: Needs, accountId: number, before: Date): Promise<void> {
  const directory = directoryOf(ctx, accountId)
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtime < before) await rm(path, { force: true })
  }
}

function directoryOf({ config }: Needs, accountId: number): string {
  return join(config.exports.dir, String(Number(accountId)))
}
