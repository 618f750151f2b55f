// Keeps what known trackers sent, byte for byte, so that it can be decoded again when a decoder has learned more.
// Nobody waits for it, and a log that is slow or away costs frames, never locations.

import type { Session } from '@rastro/protocols'
import type { Context } from '../../platform/context.ts'
import type { KeptFrame } from './frame.types.ts'

/** The log syncs each message by itself, so few large ones are cheap; a crash loses the frames of this time. */
const gatherMs = 200
const maxBytes = 131_072
/** Of frames that the log has not taken yet. Beyond it they are dropped. */
const maxWaitingBytes = 8_388_608
const complainEveryMs = 60_000

export interface FrameKeeper {
  keep(protocol: string, session: Session, receivedAt: Date, bytes: Buffer): void
  /** What was gathered is handed over first. */
  stop(): Promise<void>
}

export function createFrameKeeper({ bus, log }: Pick<Context, 'bus' | 'log'>): FrameKeeper {
  const { frames: frameLog } = bus
  if (!frameLog) return { keep() {}, async stop() {} }
  let gathered: KeptFrame[] = []
  let gatheredBytes = 0
  let waitingBytes = 0
  let leaving: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let complainedAtMs = Number.NEGATIVE_INFINITY

  function complain(err: unknown): void {
    if (performance.now() - complainedAtMs < complainEveryMs) return
    complainedAtMs = performance.now()
    log.warn({ err }, 'frames are not kept; locations are')
  }

  async function leave(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (gathered.length === 0) return
    const text = JSON.stringify(gathered)
    const bytes = gatheredBytes
    gathered = []
    gatheredBytes = 0
    await frameLog!.append(text).catch(complain)
    waitingBytes -= bytes
  }

  return {
    keep(protocol, { transport, identifier, variant }, receivedAt, bytes) {
      // Who is not known leaves nothing behind that could push out the frames of others.
      if (identifier === undefined) return
      if (waitingBytes > maxWaitingBytes) return complain(new Error('too many wait'))
      const base64 = bytes.toString('base64')
      gathered.push([receivedAt.getTime(), protocol, transport, identifier, variant ?? null, base64])
      gatheredBytes += base64.length
      waitingBytes += base64.length
      if (gatheredBytes >= maxBytes) leaving = leave()
      else timer ??= setTimeout(() => (leaving = leave()), gatherMs)
    },
    async stop() {
      await leaving
      await leave()
    },
  }
}
