// One-day tracks compared with the bare query, on a compacted store.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { median } from '../harness.ts'
import type { Installation, Served } from '../installation.ts'
import { load } from '../load/http-load.ts'
import { dayMs } from './fill.ts'
import type { Reader } from './operations.ts'

const bareProcess = fileURLToPath(new URL('../bare/track.ts', import.meta.url))
const questions = 2_000
const rounds = 5

/** Tracks a second of both, and the median of their ratios. */
export async function compareTracks(
  api: Served,
  { services }: Installation,
  { account, token, numbers }: Reader,
  today: Date,
): Promise<{ ours: number; bare: number; ratio: number }> {
  const bareDatabase = services.postgres.url('superuser', 'rastro')
  const bareServer = fork(bareProcess, { env: { ...process.env, BARE_DATABASE_URL: bareDatabase } })
  try {
    const [bareUrl] = (await once(bareServer, 'message')) as [string]
    const headers = { authorization: `Bearer ${token}` }
    const yesterday = `from=${new Date(today.getTime() - dayMs).toISOString()}&to=${today.toISOString()}`
    const pick = (index: number) => (index * 7_919) % account.deviceIds.length
    const ourRequest = (index: number) => ({
      url: `${api.url}/api/devices/${account.deviceIds[pick(index)]}/locations?${yesterday}`,
      headers,
    })
    const bareRequest = (index: number) => ({
      url: `${bareUrl}/track?number=${numbers[pick(index)]}&${yesterday}`,
    })
    const ours: number[] = []
    const bares: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const bare = (await load(bareRequest, questions, 8)).perSecond
      const our = (await load(ourRequest, questions, 8)).perSecond
      // The first round warms both up.
      if (round === 0) continue
      bares.push(bare)
      ours.push(our)
    }
    return {
      ours: median(ours),
      bare: median(bares),
      ratio: median(ours.map((our, index) => our / bares[index]!)),
    }
  } finally {
    bareServer.kill()
  }
}
