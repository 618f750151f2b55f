// The manifest of a backup: its contents, checksums, and the position of the location log. It is written last, so a
// directory without it is not a complete backup.

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
  /** The time of the snapshot. */
  takenAt: string
  rastro: string
  postgres: string
  database: string
  lsn: string
  /** Undefined if the log was not queried. */
  log?: LogCheckpoint
  /** Allows checking for the same RASTRO_SECRET, and reveals nothing else. */
  secretCheck: string
  files: BackupFile[]
  bytes: number
  seconds: number
}

/** The position of the location log when the snapshot was taken. */
export interface LogCheckpoint {
  stream: string
  createdAt: string
  lastSequence: number
  /** Everything up to here is in the backup. */
  storedSequence: number
  /** Whether everything acknowledged to trackers before the backup began is in it. */
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
      `"${directory}" has no ${fileName}: it is not a backup, or was not finished.`,
    )
  })
  const manifest = parse(text)
  if (manifest?.format === 1) return manifest
  throw new InvalidError(
    'backup.manifest',
    `${join(directory, fileName)} is not a manifest of a supported format.`,
  )
}

function parse(text: string): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return undefined
  }
}

export function secretCheckOf(secret: string, id: string): string {
  return sign({ secret }, purpose, id).toString('base64')
}

export function hasSameSecret({ id, secretCheck }: Manifest, secrets: Secrets): boolean {
  return isSigned(secrets, purpose, id, Buffer.from(secretCheck, 'base64'))
}

export async function listFiles(
  directory: string,
  onProgress: (bytes: number) => void = () => {},
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
    onProgress(read)
  }
  return files
}

/** Describes files that differ from the manifest. */
export async function findDamage(
  directory: string,
  manifest: Manifest,
  onProgress: (bytes: number) => void = () => {},
): Promise<string[]> {
  const found = new Map(
    (await listFiles(directory, onProgress).catch(() => [])).map((file) => [file.name, file]),
  )
  const faults: string[] = []
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = found.get(name)
    found.delete(name)
    if (!file) faults.push(`${name} is missing`)
    else if (file.bytes !== bytes) faults.push(`${name} has ${file.bytes} bytes, not ${bytes}`)
    else if (file.sha256 !== sha256) faults.push(`${name} was changed: its checksum differs`)
  }
  for (const name of found.keys()) faults.push(`${name} was not part of the backup`)
  return faults
}
