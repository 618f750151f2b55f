// Trackers report while a week is archived, by the thread that does it in production.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'
import { openIngest } from '../ingest.ts'
import type { Installation } from '../installation.ts'
import { undoArchiving } from './undo.ts'

const locationsPerSecond = 500
const seconds = 10
const rounds = 3

export async function measureLive(
  installation: Installation,
  superuser: pg.Client,
  identifiers: string[],
): Promise<Figures> {
  const ingest = await openIngest(installation)
  const load = { identifiers, locationsPerSecond, seconds, locationsPerReport: 1, settles: true }
  const alone: number[] = []
  const meanwhile: number[] = []
  let archivedSeconds = 0
  try {
    await ingest.measure(load)
    for (let round = 0; round < rounds; round += 1) {
      alone.push((await ingest.measure(load)).latencyP99Ms)
      const archiving = fork(fileURLToPath(new URL('archiving-process.ts', import.meta.url)), {
        env: { ...process.env, ...installation.env, RASTRO_LOG_LEVEL: 'warn' },
      })
      const beganMs = performance.now()
      const exited = once(archiving, 'exit').then(([code]) => {
        if (code !== 0) throw new Error(`archiving ended with ${code}`)
        archivedSeconds += (performance.now() - beganMs) / 1_000
      })
      const [measured] = await Promise.all([ingest.measure(load), exited])
      meanwhile.push(measured.latencyP99Ms)
      await undoArchiving(superuser)
    }
  } finally {
    await ingest.stop()
  }
  return {
    'live: locations/s': locationsPerSecond,
    'live: acknowledged p99, ms': median(alone),
    'live: acknowledged p99 while archiving, ms': median(meanwhile),
    'live: p99 while archiving to p99 before it': median(meanwhile.map((ms, round) => ms / alone[round]!)),
    'live: archiving, s': archivedSeconds / rounds,
  }
}
