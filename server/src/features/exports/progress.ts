// The entries written so far, beside the archive: who continues an interrupted export reads where it stopped. The
// manifest is made from it, so that no list of files is held in memory.

import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open, truncate } from 'node:fs/promises'
import { createInterface } from 'node:readline'

/** What comes next. */
export type Position =
  /** Nothing of the account is written yet: an interrupted run begins again. */
  | { stage: 'start' }
  | { stage: 'kind'; kind: number; part: number; key?: string[] }
  | { stage: 'device'; device: number; month?: string }
  | { stage: 'end' }

export interface Entry {
  /** The export begins again after an upgrade that changes what is exported. */
  version: string
  name: string
  rows: number
  bytes: number
  sha256: string
  /** The end of the entry in the archive. */
  end: number
  next: Position
}

export interface Progress {
  add(entry: Entry): Promise<void>
  /** Writes what is collected, after the archive itself is on disk. */
  flush(): Promise<void>
  close(): Promise<void>
}

const flushEveryEntries = 200

export async function* readEntries(path: string): AsyncGenerator<Entry> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) if (line) yield JSON.parse(line) as Entry
}

/** The last entry that was recorded; a line that was cut off is removed. */
export async function findLast(path: string): Promise<Entry | undefined> {
  let last: Entry | undefined
  let goodBytes = 0
  try {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
    for await (const line of lines) {
      last = JSON.parse(line) as Entry
      goodBytes += Buffer.byteLength(line) + 1
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (!(error instanceof SyntaxError)) throw error
    await truncate(path, goodBytes)
  }
  return last
}

export async function openProgress(
  path: string,
  archive: Pick<FileHandle, 'datasync'>,
  flushEveryMs = 2_000,
): Promise<Progress> {
  const file = await open(path, 'a', 0o600)
  let waiting: string[] = []
  let flushedAtMs = performance.now()

  async function flush(): Promise<void> {
    if (waiting.length === 0) return
    const lines = waiting.join('')
    waiting = []
    flushedAtMs = performance.now()
    await archive.datasync()
    await file.write(lines)
    await file.datasync()
  }

  return {
    async add(entry) {
      waiting.push(`${JSON.stringify(entry)}\n`)
      if (waiting.length >= flushEveryEntries || performance.now() - flushedAtMs >= flushEveryMs)
        await flush()
    },
    flush,
    async close() {
      await file.close()
    },
  }
}
