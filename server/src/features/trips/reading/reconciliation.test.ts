// Days, timeline and summaries are read in different ways, and must add up to the same: to the centimetre and the second.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import { compute } from '../../../../test/trips/driven.ts'
import { knownDevice, store } from '../../../../test/trips/stored-track.ts'
import { madeTrack } from '../../../../test/trips/tracks.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { isAhead } from '../detection/instants.ts'
import { createLocalDays } from '../detection/local-days.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

let world: World
const accounts = new Map<string, MadeAccount>()
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function accountIn(timeZone: string): Promise<MadeAccount> {
  const account = accounts.get(timeZone) ?? (await world.make.account({ licenses: 10_000, timeZone }))
  accounts.set(timeZone, account)
  return account
}

const centimetres = (metres: number) => Math.round(metres * 100)
const total = (list: Json[], pick: (one: Json) => number) => list.reduce((sum, one) => sum + pick(one), 0)

const withoutId = ({ id: _, ...segment }: Json) => segment

/** Whether the segments last from the beginning to the end of a day, in whole seconds. */
function isPast(timeline: Json[], startMs: number, endMs: number): boolean {
  const [newest, oldest] = [timeline[0], timeline.at(-1)]
  if (!newest) return false
  const startedAtS = Math.floor(Date.parse(newest.start.dateTime) / 1_000)
  return Date.parse(oldest.start.dateTime) <= startMs && (startedAtS + newest.duration) * 1_000 >= endMs
}

test('trips, stops and gaps of a day are the day, and days are the summaries', {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      madeTrack({ phases: [1, 8], nights: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async ({ zone, rows }, share) => {
        const account = await accountIn(zone)
        const { id } = await world.make.device(account)
        const device = await knownDevice(world, account.accountId, id)
        const ctx = { ...world.ctx, now: () => new Date(rows.at(-1)!.fixedAtMs + 60_000) }
        // Rows of one instant are stored together, otherwise some of them come late.
        let cut = Math.floor(rows.length * share)
        while (cut > 0 && cut < rows.length && rows[cut]!.fixedAtMs === rows[cut - 1]!.fixedAtMs) cut += 1
        await store(world, device, rows.slice(0, cut))
        if (cut > 0) await compute(ctx, account.accountId, device.deviceNumber)
        if (cut < rows.length) await store(world, device, rows.slice(cut))

        const read = async (path: string) => {
          const answer = await world.call('GET', `/api/${path}`, { token: account.token })
          expect([answer.status, answer.text]).toEqual([200, answer.text])
          return answer.body
        }
        const days = createLocalDays(zone)
        const inTime = rows.filter((row) => !isAhead(row))
        if (inTime.length === 0) return
        const dates = inTime.map(({ fixedAtMs }) => days.at(fixedAtMs).day).sort()
        const range = `from=${dates[0]}&to=${dates.at(-1)}`
        const listed: Json[] = (await read(`devices/${id}/days?${range}`)).days
        const { timeline } = await read(`devices/${id}/timeline`)
        for (const day of listed) {
          const { startMs, endMs } = days.of(day.day)
          const period = `from=${new Date(startMs).toISOString()}&to=${new Date(endMs).toISOString()}`
          const parts: Json[] = (await read(`devices/${id}/timeline?${period}`)).timeline
          const sumOf = (kind: string | undefined, pick: (one: Json) => number) =>
            total(
              parts.filter((one) => kind === undefined || one.type === kind),
              pick,
            )
          const cmOf = ({ distance, within }: Json) => centimetres(within?.distance ?? distance)
          const secondsOf = ({ duration, within }: Json) => within?.seconds ?? duration
          expect([day.day, centimetres(day.distance)]).toEqual([day.day, sumOf(undefined, cmOf)])
          expect([day.day, centimetres(day.tripDistance)]).toEqual([day.day, sumOf('trip', cmOf)])
          for (const kind of ['trip', 'stop', 'gap']) {
            expect([day.day, kind, day[`${kind}Seconds`]]).toEqual([day.day, kind, sumOf(kind, secondsOf)])
          }
          if (isPast(timeline, startMs, endMs)) {
            expect([day.day, day.tripSeconds + day.stopSeconds + day.gapSeconds]).toEqual([
              day.day,
              (endMs - startMs) / 1_000,
            ])
          }
        }
        expect(total(listed, ({ distance }) => centimetres(distance))).toBe(
          total(timeline, ({ distance }) => centimetres(distance)),
        )

        await compute(ctx, account.accountId, device.deviceNumber)
        expect((await read(`devices/${id}/days?${range}`)).days).toEqual(listed)
        const computed: Json[] = (await read(`devices/${id}/timeline`)).timeline
        // The processor takes so many rows at a time; the identifiers of a longer rest are not known before.
        const isShort = rows.length - cut < 2_000
        expect(isShort ? computed : computed.map(withoutId)).toEqual(
          isShort ? timeline : timeline.map(withoutId),
        )
        const group = await world.make.group(account, { devices: [id] })
        for (const by of ['device', 'day', 'week', 'month']) {
          const { summaries } = await read(`summaries?${range}&by=${by}&group=${group.id}`)
          for (const name of [
            'trips',
            'stops',
            'tripSeconds',
            'stopSeconds',
            'gapSeconds',
            'idleSeconds',
            'idlings',
          ])
            expect([by, name, total(summaries, (one) => one[name])]).toEqual([
              by,
              name,
              total(listed, (one) => one[name]),
            ])
          for (const name of ['distance', 'tripDistance', 'bridgedDistance']) {
            const sum = (list: Json[]) => total(list, (one) => centimetres(one[name]))
            expect([by, name, sum(summaries)]).toEqual([by, name, sum(listed)])
          }
        }
      },
    ),
    { numRuns: isFullLane ? 300 : 15, seed: laneSeed },
  )
})
