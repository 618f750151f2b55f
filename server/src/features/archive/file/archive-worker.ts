// Reads archived rows in a thread: decoding never delays the event loop.

import { Worker } from 'node:worker_threads'
import { createFairQueue } from '../../../platform/async/fair-queue.ts'
import { UnavailableError } from '../../../platform/http/errors.ts'
import type {
  GroupOfFile,
  SelectedRows,
  SelectOutcome,
  SelectRequest,
  SelectResponse,
} from './archive-worker.types.ts'
import { DamagedFileError } from './damaged-file.ts'
import type { RowsWanted } from './select-rows.ts'

/** The cache, and what requests need besides it. */
const resourceLimits = { maxOldGenerationSizeMb: 256 }
/** Requests wait for their bytes at the same time, and for the thread one after the other. */
const limits = { concurrency: 8, maxQueueLength: 200, maxWaitMs: 20_000 }
const maxDecodeMs = 10_000

/** Returns `group.bytes` bytes of the file from `group.offset` on. */
export type FetchGroup = (group: GroupOfFile, signal: AbortSignal) => Promise<Uint8Array>

export interface ArchiveThread {
  /**
   * The first `wanted.limit` rows of these groups, in the direction of reading. The groups are in that direction, too. Throws
   * `DamagedFileError` if the bytes of a group are not those that were written.
   */
  select(
    groups: GroupOfFile[],
    wanted: RowsWanted,
    fetchGroup: FetchGroup,
    signal: AbortSignal,
  ): Promise<SelectedRows>
  stop(): void
}

interface Waiting {
  resolve(outcome: SelectOutcome): void
  reject(error: Error): void
}

export function createArchiveThread(): ArchiveThread {
  const inTurn = createFairQueue<number>(limits)
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./archive.worker.ts', import.meta.url), { resourceLimits })
    // Node itself sends messages from a worker too (`node --watch`).
    started.on('message', ({ id, outcome }: Partial<SelectResponse>) => {
      if (id !== undefined && outcome) waiting.get(id)?.resolve(outcome)
    })
    started.on('error', () => end(started))
    started.on('exit', () => end(started))
    return started
  }

  function end(ended: Worker): void {
    if (ended !== worker) return
    worker = undefined
    ended.terminate().catch(() => {})
    for (const { reject } of waiting.values()) reject(new UnavailableError('the archive thread ended'))
  }

  async function ask(request: Omit<SelectRequest, 'id'>, signal: AbortSignal): Promise<SelectOutcome> {
    worker ??= start()
    const asked = worker
    lastId += 1
    const id = lastId
    const { promise, resolve, reject } = Promise.withResolvers<SelectOutcome>()
    const timer = setTimeout(() => end(asked), maxDecodeMs)
    const onAbort = () => reject(clientIsGone())
    signal.addEventListener('abort', onAbort, { once: true })
    waiting.set(id, { resolve, reject })
    asked.ref()
    asked.postMessage({ ...request, id } satisfies SelectRequest)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      waiting.delete(id)
      // An idle thread does not keep the process alive.
      if (waiting.size === 0) asked.unref()
    }
  }

  return {
    select: (groups, wanted, fetchGroup, signal) =>
      inTurn(wanted.accountId, () => selectByFetching({ groups, wanted, fetchGroup, signal, ask })),
    stop() {
      if (worker) end(worker)
    },
  }
}

interface Selection {
  groups: GroupOfFile[]
  wanted: RowsWanted
  fetchGroup: FetchGroup
  signal: AbortSignal
  ask(request: Omit<SelectRequest, 'id'>, signal: AbortSignal): Promise<SelectOutcome>
}

/** The bytes are kept until the end: the thread may forget a group while it decodes the others. */
async function selectByFetching({
  groups,
  wanted,
  fetchGroup,
  signal,
  ask,
}: Selection): Promise<SelectedRows> {
  const contents = new Map<number, Uint8Array>()
  for (;;) {
    if (signal.aborted) throw clientIsGone()
    const given = groups.map((group, index) => ({ ...group, content: contents.get(index) }))
    const outcome = await ask({ wanted, groups: given }, signal)
    if (outcome.kind === 'selected') return outcome.selected
    if (outcome.kind === 'failed') throw errorOf(outcome)
    await Promise.all(
      outcome.missing.map(async (index) => contents.set(index, await fetchGroup(groups[index]!, signal))),
    )
  }
}

function errorOf({ isDamaged, reason }: SelectOutcome & { kind: 'failed' }): Error {
  return isDamaged ? new DamagedFileError(reason) : new Error(reason)
}

function clientIsGone(): Error {
  return new UnavailableError('the client is gone')
}
