// Archives the raw frames of known trackers, so that an improved decoder can decode them again. Best effort: a slow
// or unavailable log costs frames, never locations.

import type { Session } from '@rastro/protocols'
import type { Context } from '../../platform/context.ts'
import type { ArchivedFrame } from './frame.types.ts'

/** Few large messages are cheap, because the log syncs each one. A crash loses the frames of this period. */
const collectMs = 200
const maxBytes = 131_072
/** The size of frames not written to the log yet. Further ones are dropped. */
const maxWaitingBytes = 8_388_608
const warnEveryMs = 60_000

export interface FrameArchive {
  keep(protocol: string, session: Session, receivedAt: Date, bytes: Buffer): void
  /** Writes the collected frames first. */
  stop(): Promise<void>
}

export function createFrameArchive({ bus, log }: Pick<Context, 'bus' | 'log'>): FrameArchive {
  const { frames: frameLog } = bus
  if (!frameLog) return { keep() {}, async stop() {} }
  let collected: ArchivedFrame[] = []
  let collectedBytes = 0
  let waitingBytes = 0
  let flushing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let warnedAtMs = Number.NEGATIVE_INFINITY

  function warn(err: unknown): void {
    if (performance.now() - warnedAtMs < warnEveryMs) return
    warnedAtMs = performance.now()
    log.warn({ err }, 'frames not archived; locations are stored')
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (collected.length === 0) return
    const text = JSON.stringify(collected)
    const bytes = collectedBytes
    collected = []
    collectedBytes = 0
    await frameLog!.append(text).catch(warn)
    waitingBytes -= bytes
  }

  return {
    keep(protocol, { transport, identifier, variant }, receivedAt, bytes) {
      // Unknown trackers must not evict the frames of known ones.
      if (identifier === undefined) return
      if (waitingBytes > maxWaitingBytes) return warn(new Error('too many frames waiting'))
      const base64 = bytes.toString('base64')
      collected.push([receivedAt.getTime(), protocol, transport, identifier, variant ?? null, base64])
      collectedBytes += base64.length
      waitingBytes += base64.length
      if (collectedBytes >= maxBytes) flushing = flush()
      else timer ??= setTimeout(() => (flushing = flush()), collectMs)
    },
    async stop() {
      await flushing
      await flush()
    },
  }
}
