// Writes a planned archive. The file grows from its beginning to its end, so that its size is the progress: an interrupted
// run continues there.

import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import type { OnProgress } from './map.types.ts'
import type { Plan } from './plan.ts'
import type { PieceRequest } from './requests.ts'
import type { Source } from './sources/source.types.ts'

/** Memory is at most these requests of 4 MB. */
const concurrency = 4

interface Placed {
  request: PieceRequest
  /** Where its pieces begin in the new file. */
  at: number
}

function place({ head, requests }: Plan): Placed[] {
  let at = head.length
  return requests.map((request) => {
    const placed = { request, at }
    at += request.pieces.reduce((sum, { bytes }) => sum + bytes, 0)
    return placed
  })
}

/** What a file of this size lacks. */
export function findRest(plan: Plan, sizeBytes: number): Placed[] {
  const placed = place(plan)
  if (sizeBytes >= plan.bytes) return []
  return placed.slice(
    Math.max(
      0,
      placed.findLastIndex(({ at }) => at <= sizeBytes),
    ),
  )
}

export async function writePlan(
  plan: Plan,
  source: Source,
  path: string,
  onProgress: OnProgress,
): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT)
  try {
    const rest = findRest(plan, (await file.stat()).size)
    await file.truncate(rest[0]?.at ?? plan.bytes)
    await writeAll(file, plan.head, 0)
    let left = rest.reduce((sum, { request }) => sum + request.bytes, 0)
    const step = /^https?:/.test(source.name) ? 'downloading' : 'copying'
    onProgress(step, plan.bytesToRead - left, plan.bytesToRead)
    for await (const { bytes, placed } of inOrder(source, rest)) {
      let at = placed.at
      for (const piece of placed.request.pieces) {
        const from = piece.from - placed.request.from
        await writeAll(file, bytes.subarray(from, from + piece.bytes), at)
        at += piece.bytes
      }
      left -= placed.request.bytes
      onProgress(step, plan.bytesToRead - left, plan.bytesToRead)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads ahead, but returns the requests in order. */
async function* inOrder(
  source: Source,
  rest: Placed[],
): AsyncGenerator<{ bytes: Uint8Array; placed: Placed }> {
  const reading: Promise<Uint8Array>[] = []
  for (const [at, placed] of rest.entries()) {
    for (let ahead = at + reading.length; ahead < Math.min(rest.length, at + concurrency); ahead += 1) {
      const { from, bytes } = rest[ahead]!.request
      const one = source.read(from, bytes)
      one.catch(() => {})
      reading.push(one)
    }
    yield { bytes: await reading.shift()!, placed }
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
