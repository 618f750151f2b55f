// A device of a test account whose track is stored and processed at chosen times.

import type { TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import { processDevices } from '../../src/features/trips/processing.ts'
import type { MadeAccount } from '../make.ts'
import type { Called, World } from '../world.ts'
import { secondMs, startMs } from './short-track.ts'
import { knownDevice, store } from './stored-track.ts'

export type TrackedDevice = Awaited<ReturnType<typeof trackedDevice>>

export async function trackedDevice(world: World, account: MadeAccount, fields: object = {}) {
  // With a new token, because the clock of the test jumps.
  const makeToken = () => world.make.token(account.userName, account.apiKey)
  const { id } = await world.make.device({ token: await makeToken() }, fields)
  const device = await knownDevice(world, account.accountId, id)
  const { deviceNumber } = device
  const path = `/api/devices/${id}`

  return {
    id,
    deviceNumber,
    path,
    store: (rows: TrackLocation[]) => store(world, device, rows),
    async process(): Promise<void> {
      while (await processDevices(world.ctx, account.accountId, [deviceNumber]));
    },
    /** Stores and processes, at a time in seconds after the start of short tracks. */
    async report(rows: TrackLocation[], atSeconds: number): Promise<void> {
      world.clock.hold(new Date(secondMs(atSeconds)))
      await store(world, device, rows)
      await this.process()
    },
    async call(
      method: string,
      what: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Called> {
      const token = await makeToken()
      return world.call(method, `${path}${what}`, { token, body, headers })
    },
    /** As in `trip 0-600, stop 600-`. */
    async outline(): Promise<string> {
      const { rows } = await world.superuser.query(
        `select kind, extract(epoch from began_at) * 1000 as began, extract(epoch from ended_at) * 1000 as ended
         from segments where device_number = $1 order by began_at`,
        [deviceNumber],
      )
      const seconds = (ms: string | null) => (ms === null ? '' : (Number(ms) - startMs) / 1_000)
      return rows.map(({ kind, began, ended }) => `${kind} ${seconds(began)}-${seconds(ended)}`).join(', ')
    },
    async causes(): Promise<string[]> {
      const { rows } = await world.superuser.query(
        'select distinct cause from segment_corrections where device_number = $1 order by 1',
        [deviceNumber],
      )
      return rows.map(({ cause }) => cause)
    },
  }
}
