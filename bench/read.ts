// npm run bench -- read: single reads (last location, device, token), compared with a bare server.

import { parseArgs } from 'node:util'
import { report } from '../scripts/proof/report.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import type { Figures } from './harness.ts'
import { median } from './harness.ts'
import type { Installation, Served } from './installation.ts'
import { getToken, install } from './installation.ts'
import { getRequest, postRequest } from './load/generate.ts'
import type { Bare, Pair } from './load/side-by-side.ts'
import {
  capacityFigures,
  latencyFigures,
  measureAtHalf,
  measureByTurns,
  startBare,
} from './load/side-by-side.ts'

export const readNames = ['lastLocation', 'device', 'token'] as const

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      'log-level': { type: 'string', default: 'warn' },
    },
  })
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  const installation = await install(imeisOf('35630704', Number(values.devices)))
  await placeDevices(installation)
  const api = await installation.serve('api', values['log-level'])
  const bare = await startBare(installation, 'read')
  try {
    const pairs = await readPairs(installation, api, bare)
    const figures: Figures = {}
    for (const name of readNames) {
      const results = await measureByTurns(pairs[name], rounds, seconds)
      Object.assign(figures, capacityFigures(name, results))
      const capacity = median(results.ours.map(({ perSecond }) => perSecond))
      Object.assign(
        figures,
        latencyFigures(name, await measureAtHalf(pairs[name], capacity, rounds, seconds)),
      )
    }
    const targets = readNames.map((name) => [`${name}, ours to bare`, { atLeast: 0.7 }])
    report('read', figures, Object.fromEntries(targets))
  } finally {
    bare.stop()
    await api.stop()
    await installation.remove()
  }
}

export async function readPairs(
  installation: Installation,
  api: Served,
  bare: Bare,
): Promise<Record<(typeof readNames)[number], Pair>> {
  const { account, services } = installation
  const headers = { authorization: `Bearer ${await getToken(api, installation)}` }
  const postgres = services.postgres.pid()!
  // In an order that repeats late, so that no cache can predict it.
  const ids = account.deviceIds.map((_, index, all) => all[(index * 7_919) % all.length]!)
  const pairOf = (bareRequests: string[], ourRequests: string[]): Pair => ({
    bare: { url: bare.url, pids: { server: bare.pid, postgres }, requests: bareRequests },
    ours: { url: api.url!, pids: { server: api.pid, postgres }, requests: ourRequests },
  })
  const key = { userName: account.userName, apiKey: account.apiKey }
  return {
    lastLocation: pairOf(
      ids.map((id) => getRequest(`/lastLocation/${id}`)),
      ids.map((id) => getRequest(`/api/devices/${id}/lastLocation`, headers)),
    ),
    device: pairOf(
      ids.map((id) => getRequest(`/devices/${id}`)),
      ids.map((id) => getRequest(`/api/devices/${id}`, headers)),
    ),
    token: pairOf([postRequest('/token', key)], [postRequest('/api/Auth/Token', key)]),
  }
}

/** Gives every device a location. */
export async function placeDevices({ open, account }: Installation): Promise<void> {
  const { recorder } = open.ctx.db
  await recorder`
    insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude,
      altitude_m, speed, course, satellites)
    select account_id, number, now(), now(), now(), 404000000 + number, -37000000, 650, 523, 1234, 9
    from devices where account_id = ${account.accountId}`
}
