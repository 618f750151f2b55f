// The last location of a device, with a place and without: half of the devices have reported no coordinates.

import { randomInt } from 'node:crypto'
import { imeisOf } from '../../simulator/src/identifiers.ts'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'
import { getToken, install } from '../installation.ts'
import { getRequest } from '../load/generate.ts'
import { measureByTurns, ratioOf } from '../load/side-by-side.ts'
import { placeDevices } from '../read.ts'

const devices = 1_000
const rounds = 5
const seconds = 3

export async function measureRead(): Promise<Figures> {
  const installation = await install(imeisOf('35630704', devices))
  await placeDevices(installation)
  const { open, account, services } = installation
  await open.ctx.db.recorder`
    update newest_locations set latitude = null, longitude = null
    where account_id = ${account.accountId} and device_number % 2 = 0`
  const api = await installation.serve('api', 'warn')
  try {
    const headers = { authorization: `Bearer ${await getToken(api, installation)}` }
    const pids = { server: api.pid, postgres: services.postgres.pid()! }
    const targetOf = (wanted: boolean) => ({
      url: api.url!,
      pids,
      requests: idsOf(wanted).map((id) => getRequest(`/api/devices/${id}/lastLocation`, headers)),
    })
    const hasPlace = new Map<string, boolean>()
    for (const id of account.deviceIds) {
      const answer = await fetch(`${api.url}/api/devices/${id}/lastLocation`, { headers })
      const { lastLocation } = (await answer.json()) as { lastLocation: { place?: object } }
      hasPlace.set(id, lastLocation.place !== undefined)
    }
    function idsOf(wanted: boolean): string[] {
      const ids = account.deviceIds.filter((id) => hasPlace.get(id) === wanted)
      return ids.map((_, index) => ids[(index * 7_919 + randomInt(ids.length)) % ids.length]!)
    }
    const results = await measureByTurns({ bare: targetOf(false), ours: targetOf(true) }, rounds, seconds)
    return {
      'lastLocation, calls/s without place': median(results.bare.map(({ perSecond }) => perSecond)),
      'lastLocation, calls/s with place': median(results.ours.map(({ perSecond }) => perSecond)),
      'lastLocation with place : without': 1 / ratioOf(results, 'perSecond'),
      'lastLocation with place : without, by CPU': 1 / ratioOf(results, 'cpuMicros'),
    }
  } finally {
    await api.stop()
    await installation.remove()
  }
}
