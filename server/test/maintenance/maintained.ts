// An account with maintenance plans, whose devices have counted what a test sets.

import { checkDue } from '../../src/features/maintenance/worker.api.ts'
import type { Context } from '../../src/platform/context.ts'
import type { MadeAccount } from '../make.ts'
import type { World } from '../world.ts'

export type Maintained = Awaited<ReturnType<typeof maintainedAccount>>

export interface ShownState {
  deviceId: string
  planId: string
  planName: string
  state: string
  remainingKm: number | null
  remainingHours: number | null
  remainingDays: number | null
  lastDoneAt: string | null
  countedSince: string | null
  forecastOn: string | null
  odometer: number
  engineHours: number | null
}

export async function maintainedAccount(world: World, fields: object = {}) {
  const account: MadeAccount = await world.make.account({ licenses: 1_000, timeZone: 'UTC', ...fields })
  // With a new token, because the clock of the test jumps.
  const token = () => world.make.token(account.userName, account.apiKey)
  const call = async (method: string, path: string, body?: unknown) =>
    world.call(method, path, { token: await token(), body })

  return {
    account,
    call,
    async device(given: object = {}): Promise<{ id: string; number: number }> {
      const { id } = await world.make.device({ token: await token() }, given)
      const { rows } = await world.superuser.query('select number from devices where id = $1', [id])
      return { id, number: rows[0].number }
    },
    plan: async (given: object) => world.make.maintenancePlan({ token: await token() }, given),
    async done(deviceId: string, planId: string, given: object = {}) {
      return call('POST', `/api/devices/${deviceId}/maintenance/${planId}/done`, given)
    },
    /** Evaluates all devices, as the worker does. */
    async check(ctx: Context = world.ctx): Promise<void> {
      await world.superuser.query(
        'update maintenance_checks set next_at = $2, after_device = 0 where account_id = $1',
        [account.accountId, world.ctx.now()],
      )
      while (await checkDue(ctx));
    },
    async states(query = ''): Promise<ShownState[]> {
      return (await call('GET', `/api/maintenance${query}`)).body.maintenance
    },
    /** As if the trip processor had counted so much in all. */
    async count(deviceNumber: number, { cm, engineSeconds }: { cm?: number; engineSeconds?: number }) {
      await world.superuser.query(
        `insert into trip_states (account_id, device_number, processed_at, state, total_cm, total_engine_seconds)
         values ($1, $2, now(), '', coalesce($3::bigint, 0), $4)
         on conflict (account_id, device_number) do update
         set total_cm = coalesce($3::bigint, trip_states.total_cm),
           total_engine_seconds = coalesce($4::bigint, trip_states.total_engine_seconds)`,
        [account.accountId, deviceNumber, cm ?? null, engineSeconds ?? null],
      )
    },
  }
}
