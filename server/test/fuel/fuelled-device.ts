// A device of a test account with a fuel sensor, whose locations are stored and processed at chosen times.

import { processSensor } from '../../src/features/fuel/processing.ts'
import type { LocationRow } from '../../src/features/recorder/location-row.types.ts'
import { storeLocations } from '../../src/features/recorder/recorder.queries.ts'
import { processDevices } from '../../src/features/trips/processing.ts'
import { newId } from '../../src/platform/crypto/ids.ts'
import type { MadeAccount } from '../make.ts'
import { knownDevice } from '../trips/stored-track.ts'
import type { Called, World } from '../world.ts'

export interface FuelLocation {
  atMs: number
  /** To the east, on the equator. */
  metres: number
  /** Of its attributes; null: none. */
  litres: number | null
  isEngineOn: boolean
}

export type FuelledDevice = Awaited<ReturnType<typeof fuelledDevice>>

const e7PerMetre = (1e7 * 180) / (Math.PI * 6_378_137)

export const litresOf = { source: 'attribute', attribute: 'fuelLitres', tankLitres: 100 }

export async function fuelledDevice(world: World, account: MadeAccount, fields: object = litresOf) {
  // With a new token, because the clock of the test jumps.
  const makeToken = () => world.make.token(account.userName, account.apiKey)
  const { id } = await world.make.device({ token: await makeToken() })
  const known = await knownDevice(world, account.accountId, id)
  const { deviceNumber } = known
  const sensor = await world.make.fuelSensor({ token: await makeToken() }, id, fields)
  const found = await world.superuser.query('select number from fuel_sensors where id = $1', [sensor.id])
  const sensorNumber: number = found.rows[0].number
  const path = `/api/devices/${id}`

  const toRow = ({ atMs, metres, litres, isEngineOn }: FuelLocation): LocationRow => {
    const more = { ignition: isEngineOn, ...(litres !== null && { attributes: { fuelLitres: litres } }) }
    const fingerprint = Math.round(atMs / 1_000) | 0
    const eastE7 = Math.round(metres * e7PerMetre)
    const times = [atMs, atMs] as const
    return [
      [account.accountId, id],
      ...times,
      0,
      eastE7,
      fingerprint,
      null,
      null,
      null,
      null,
      null,
      more,
      'test',
    ]
  }

  return {
    ...{ id, deviceNumber, path, sensorId: sensor.id as string, sensorNumber },
    async store(locations: FuelLocation[]): Promise<void> {
      const rows = locations.map((location) => ({ row: toRow(location), device: known }))
      await storeLocations(world.ctx.db.recorder, rows)
    },
    async processTrips(): Promise<void> {
      while (await processDevices(world.ctx, account.accountId, [deviceNumber]));
    },
    async processFuel(): Promise<number> {
      for (let rows = 0; ; ) {
        const processed = await processSensor(world.ctx, account.accountId, sensorNumber)
        rows += processed?.rows ?? 0
        if (!processed?.isMore) return rows
      }
    },
    async process(): Promise<void> {
      await this.processTrips()
      await this.processFuel()
    },
    async report(locations: FuelLocation[]): Promise<void> {
      world.clock.hold(new Date(Math.max(...locations.map(({ atMs }) => atMs), +world.ctx.now())))
      await this.store(locations)
      await this.process()
    },
    async call(method: string, what: string, body?: unknown): Promise<Called> {
      return world.call(method, what, { token: await makeToken(), body })
    },
    /** What is computed, without identifiers. */
    async stored() {
      const stops = await world.superuser.query(
        `select began_at, ended_at, stop_at, first_ml, last_ml, last_at from fuel_stops where sensor_number = $1
         order by began_at`,
        [sensorNumber],
      )
      const events = await world.superuser.query(
        `select kind, part_at, from_at, to_at, before_ml, after_ml, ml, latitude, longitude from fuel_events
         where sensor_number = $1 order by from_at, part_at`,
        [sensorNumber],
      )
      return { stops: stops.rows, events: events.rows }
    },
    /** The events that were published of the device. */
    async published(): Promise<{ type: string; data: { id: string; litres: number; late?: boolean } }[]> {
      const { rows } = await world.superuser.query(
        `select type, data from outbox where device_number = $1 and type like 'fuel.%' order by number`,
        [deviceNumber],
      )
      return rows
    },
  }
}

/** A fill of a sensor an hour ago. */
export async function makeFuelEvent(world: World, sensorId: string): Promise<string> {
  const id = newId('fev')
  await world.superuser.query(
    `insert into fuel_events (account_id, device_number, sensor_number, id, kind, part_at, from_at, to_at, before_ml,
       after_ml, ml, latitude, longitude)
     select account_id, device_number, number, $2, 'fill', now() - interval '2 hours', now() - interval '1 hour',
       now() - interval '50 minutes', 20000, 70000, 50000, 415000000, 21000000
     from fuel_sensors where id = $1`,
    [sensorId, id],
  )
  return id
}
