// What a backup says of itself: what is in it, how to see that it is whole, and where the log of locations stood.
// It is written last: a directory without it is no backup.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Secrets } from '../../platform/crypto/seal.ts'
import { isSigned, sign } from '../../platform/crypto/seal.ts'
import { InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import type { Inventory } from './inventory.ts'

export interface Manifest extends Inventory {
  format: 1
  id: string
  /** Of the snapshot: what was committed before it is in, what came later is not. */
  takenAt: string
  rastro: string
  postgres: string
  database: string
  lsn: string
  /** Undefined where the log was not to be asked. */
  log?: LogMark
  /** Tells whether somebody has the same RASTRO_SECRET, and nothing else. */
  secretCheck: string
  files: BackupFile[]
  bytes: number
  seconds: number
}

/** Where the log of locations stood when the snapshot was taken. */
export interface LogMark {
  stream: string
  createdAt: string
  lastSequence: number
  /** All up to here is in the backup. */
  storedSequence: number
  /** Whether all that was acknowledged to trackers before the backup began is in it. */
  isCaughtUp: boolean
}

export interface BackupFile {
  name: string
  bytes: number
  sha256: string
}

export const dumpDirectory = 'database'
const fileName = 'manifest.json'
const purpose = 'backup check'

export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const draft = join(directory, `${fileName}.part`)
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(directory, fileName))
}

export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, fileName), 'utf8').catch(() => {
    throw new NotFoundError(
      'backup.none',
      `"${directory}" has no ${fileName}: it is no backup, or one that was not finished.`,
    )
  })
  const manifest = parse(text)
  if (manifest?.format === 1) return manifest
  throw new InvalidError(
    'backup.manifest',
    `${join(directory, fileName)} is not a manifest that is known here.`,
  )
}

function parse(text: string): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return undefined
  }
}

export function checkValueOf(secret: string, id: string): string {
  return sign({ secret }, purpose, id).toString('base64')
}

export function hasSameSecret({ id, secretCheck }: Manifest, secrets: Secrets): boolean {
  return isSigned(secrets, purpose, id, Buffer.from(secretCheck, 'base64'))
}

export async function listFiles(
  directory: string,
  say: (bytes: number) => void = () => {},
): Promise<BackupFile[]> {
  const names = (await readdir(join(directory, dumpDirectory))).sort()
  const files: BackupFile[] = []
  let read = 0
  for (const one of names) {
    const name = `${dumpDirectory}/${one}`
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(directory, name)), hash)
    const { size: bytes } = await stat(join(directory, name))
    files.push({ name, bytes, sha256: hash.digest('hex') })
    read += bytes
    say(read)
  }
  return files
}

/** Sentences about files that are not as the manifest says. */
export async function findDamage(
  directory: string,
  manifest: Manifest,
  say: (bytes: number) => void = () => {},
): Promise<string[]> {
  const found = new Map((await listFiles(directory, say).catch(() => [])).map((file) => [file.name, file]))
  const faults: string[] = []
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = found.get(name)
    found.delete(name)
    if (!file) faults.push(`${name} is missing`)
    else if (file.bytes !== bytes) faults.push(`${name} has ${file.bytes} bytes, not ${bytes}`)
    else if (file.sha256 !== sha256) faults.push(`${name} was changed: its checksum is another`)
  }
  for (const name of found.keys()) faults.push(`${name} was not part of the backup`)
  return faults
}
