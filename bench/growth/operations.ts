// What is asked of a store, whatever its size: by an account that grows with it, and by one that stays as it is.

import { Agent, request } from 'node:http'
import { createJudge } from '../../server/src/features/alerts/judge.api.ts'
import { createRulebooks } from '../../server/src/features/alerts/rulebook.ts'
import { createDeviceMemory } from '../../server/src/features/recorder/device-cache.api.ts'
import type { LocationRow } from '../../server/src/features/recorder/location-row.types.ts'
import { keepStrangers, listTrackers } from '../../server/src/features/recorder/recorder.queries.ts'
import { recordRows } from '../../server/src/features/recorder/recorder.ts'
import { encodeCursor } from '../../server/src/platform/http/paging.ts'
import { imeisOf } from '../../simulator/src/identifiers.ts'
import type { FleetAccount, Installation, Served } from '../installation.ts'
import type { Operation } from './cost.ts'
import { dayMs } from './fill.ts'

export interface Party {
  account: FleetAccount
  token: string
  /** Of its devices, in the order of `deviceIds`. */
  numbers: number[]
  identifiers: string[]
  groupId: string
}

const judgedRows = 100
const strangers = imeisOf('99000070', 100)
/** As the recorder has it. */
export const maxStrangers = 10_000

/** For comparison, with what is asked over HTTP and what is not: they touch nothing that grows, and tell how fast the
 * machine is just now. */
export const yardstick = 'the account itself'
export const bareYardstick = 'a statement about nothing'

export function operationsOf(
  { open }: Installation,
  api: Served,
  caller: Party,
  fleet: Party,
  today: Date,
): { operations: Operation[]; stop(): void } {
  const { ctx } = open
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const get = (path: string, party: Party) => ask(agent, api.url + path, party.token)
  const read = (name: string, party: Party, pathOf: (index: number) => string, times = 200): Operation => ({
    name: `${name}, ${party === caller ? 'caller' : 'fleet'}`,
    times,
    once: (index) => get(pathOf(index), party),
  })
  const anyOf = <T>(list: readonly T[], index: number): T => list[(index * 7_919) % list.length]!
  const yesterday = `from=${new Date(today.getTime() - dayMs).toISOString()}&to=${today.toISOString()}`
  const reads = [caller, fleet].flatMap((party) => [
    read(
      'newest location',
      party,
      (index) => `/api/devices/${anyOf(party.account.deviceIds, index)}/lastLocation`,
    ),
    read(
      'one-day track',
      party,
      (index) => `/api/devices/${anyOf(party.account.deviceIds, index)}/locations?${yesterday}`,
    ),
    read('page of 100 devices', party, () => '/api/devices?limit=100', 50),
    read(
      'search for one device',
      party,
      (index) => `/api/devices?search=${anyOf(party.identifiers, index)}`,
      50,
    ),
    read('page of 100 of the fleet', party, () => `/api/fleet?limit=100`, 100),
    read("a group's 50 devices", party, () => `/api/devices?limit=100&group=${party.groupId}`, 50),
  ])
  const middle = encodeCursor(anyOf(fleet.numbers, fleet.numbers.length >> 1))
  const memory = createDeviceMemory(ctx)
  const judge = createJudge(ctx)
  // Where the history ends: the newest rows go among the newest ones.
  let atMs = today.getTime()
  const rowOf = (who: LocationRow[0], index: number): LocationRow => [
    who,
    atMs,
    atMs + 500,
    404_000_000 + index,
    -37_000_000,
    index * 7_919,
    650,
    523,
    1_234,
    null,
    9,
    null,
    'teltonika',
  ]
  const operations: Operation[] = [
    { name: yardstick, times: 200, once: () => get('/api/account', caller) },
    { name: bareYardstick, times: 500, once: () => ctx.db.recorder`select 1 as one` },
    ...reads,
    read('page of 100 devices in the middle', fleet, () => `/api/devices?limit=100&cursor=${middle}`, 50),
    {
      name: 'look up, store and judge 100, caller',
      times: 30,
      once() {
        atMs += 1_000
        memory.forget(caller.identifiers)
        const rows = caller.identifiers.slice(0, judgedRows).map(rowOf)
        return recordRows({ ...ctx, judging: { judge, partition: 0 } }, memory, rows)
      },
    },
    {
      name: 'read the rules, caller',
      times: 30,
      async once() {
        const books = createRulebooks(ctx)
        await books.of([caller.account.accountId])
        books.stop()
      },
    },
    { name: 'look up 100 strangers', times: 50, once: () => listTrackers(ctx.db.recorder, strangers) },
    {
      name: 'put 10 strangers into a full quarantine',
      times: 20,
      once: () => keepStrangers(ctx.db.recorder, strangers.slice(0, 10).map(rowOf), maxStrangers),
    },
  ]
  return {
    operations,
    stop() {
      agent.destroy()
      memory.stop()
      judge.stop()
    },
  }
}

function ask(agent: Agent, url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
