// The last location of a device over HTTP, and what of its CPU time the place takes, measured by itself.

import { createPlaceNames, withPlaces } from '../../server/src/features/places/place.api.ts'
import { imeisOf } from '../../simulator/src/identifiers.ts'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'
import type { Installation } from '../installation.ts'
import { install } from '../installation.ts'
import { measureByTurns, startBare } from '../load/side-by-side.ts'
import { placeDevices, readPairs } from '../read.ts'

const devices = 1_000
const rounds = 5
const seconds = 3
const named = 20_000

export async function measureRead(): Promise<Figures> {
  const installation = await install(imeisOf('35630704', devices))
  await placeDevices(installation)
  const api = await installation.serve('api', 'warn')
  const bare = await startBare(installation, 'read')
  try {
    const { lastLocation } = await readPairs(installation, api, bare)
    const { ours } = await measureByTurns(lastLocation, rounds, seconds)
    const callMicros = median(ours.map(({ serverMicros, postgresMicros }) => serverMicros + postgresMicros))
    const placeMicros = median(await measurePlace(installation))
    return {
      'lastLocation, CPU µs': callMicros,
      'its place, CPU µs': placeMicros,
      'lastLocation with place : without, by CPU': callMicros / (callMicros - placeMicros),
    }
  } finally {
    bare.stop()
    await api.stop()
    await installation.remove()
  }
}

async function measurePlace({ open, account }: Installation): Promise<number[]> {
  const caller = {
    accountId: account.accountId,
    scope: { kind: 'all' },
    role: 'owner',
    privileges: new Set<never>(),
  } as const
  const costs: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const startedAt = process.cpuUsage()
    for (let index = 0; index < named; index += 1) {
      const namePlace = await createPlaceNames(open.ctx, caller, { language: 'en', units: 'metric' })
      withPlaces(`{"latitude":${40.4 + index * 1e-5},"longitude":${-3.7 + index * 1e-5}}`, namePlace)
    }
    const { user, system } = process.cpuUsage(startedAt)
    if (round > 0) costs.push((user + system) / named)
  }
  return costs
}
