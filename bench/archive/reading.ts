// Reads of days and months of devices through the API.

import { createHash } from 'node:crypto'
import type { Random } from '../../simulator/src/random.ts'
import { createRandom } from '../../simulator/src/random.ts'
import { cpuSeconds } from '../harness.ts'
import type { Installation, Served } from '../installation.ts'
import { getToken } from '../installation.ts'

const dayMs = 86_400_000
const daysAcross = 31
const reads = 300
const warmUpReads = 30

export interface Reads {
  ms: number[]
  /** Of the API and its thread, for each read. */
  cpuMs: number
  postgresCpuMs: number
  /** Hashes of months. */
  tracks: string[]
}

/** Days of devices at random, one after the other, and whole months of a few. */
export async function measureReads(installation: Installation, mondayMs: number, months = 5): Promise<Reads> {
  const api = await installation.serve('api', 'warn')
  const postgresPid = installation.services.postgres.pid()!
  try {
    const read = await openReader(installation, api)
    const random = createRandom(1)
    const ms: number[] = []
    let spent = { api: 0, postgres: 0 }
    const spentBy = () => ({ api: cpuSeconds(api.pid), postgres: cpuSeconds(postgresPid) })
    for (let turn = -warmUpReads; turn < reads; turn += 1) {
      if (turn === 0) spent = spentBy()
      const { deviceId, fromMs } = pickDay(installation, random, mondayMs)
      const beganMs = performance.now()
      await read(deviceId, fromMs, fromMs + dayMs)
      if (turn >= 0) ms.push(performance.now() - beganMs)
    }
    const after = spentBy()
    const tracks: string[] = []
    for (const deviceId of installation.account.deviceIds.slice(0, months)) {
      const text = await read(deviceId, mondayMs, mondayMs + daysAcross * dayMs)
      tracks.push(createHash('sha256').update(locationsIn(text)).digest('hex'))
    }
    const cpuMs = ((after.api - spent.api) / reads) * 1_000
    return { ms, cpuMs, postgresCpuMs: ((after.postgres - spent.postgres) / reads) * 1_000, tracks }
  } finally {
    await api.stop()
  }
}

function pickDay({ account }: Installation, random: Random, mondayMs: number) {
  const fromMs = mondayMs + Math.floor(random.next() * 7) * dayMs
  return { deviceId: random.pick(account.deviceIds), fromMs }
}

async function openReader(installation: Installation, api: Served) {
  const headers = { authorization: `Bearer ${await getToken(api, installation)}` }
  return async (deviceId: string, fromMs: number, toMs: number): Promise<string> => {
    const period = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`
    const response = await fetch(`${api.url}/api/devices/${deviceId}/locations?${period}`, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status}: ${text}`)
    return text
  }
}

/** Without what differs between requests. */
function locationsIn(text: string): string {
  return text.slice(text.indexOf('['), text.lastIndexOf(']') + 1)
}
