// The measured operations: by an account that grows with the store, and by one that stays the same.

import { Agent, request } from 'node:http'
import { createJudge } from '../../server/src/features/alerts/judge.api.ts'
import { createRulebooks } from '../../server/src/features/alerts/rulebook.ts'
import { createDeviceCache } from '../../server/src/features/recorder/device-cache.api.ts'
import type { DeviceRef, LocationRow } from '../../server/src/features/recorder/location-row.types.ts'
import { listTrackers, quarantineUnknown } from '../../server/src/features/recorder/recorder.queries.ts'
import { recordRows } from '../../server/src/features/recorder/recorder.ts'
import { sealCursor } from '../../server/src/platform/http/cursors.ts'
import { imeisOf } from '../../simulator/src/identifiers.ts'
import type { FleetAccount, Installation, Served } from '../installation.ts'
import type { Operation } from './cost.ts'
import { dayMs } from './fill.ts'

export interface Reader {
  account: FleetAccount
  token: string
  /** The numbers of its devices, in the order of `deviceIds`. */
  numbers: number[]
  identifiers: string[]
  groupId: string
}

const judgedRows = 100
const unknownImeis = imeisOf('99000070', 100)
/** The recorder's limit. */
export const maxUnknown = 10_000

/** Baselines over HTTP and over SQL: they touch nothing that grows, and show how fast the machine is right now. */
export const baseline = 'the account itself'
export const sqlBaseline = 'a statement about nothing'

export function operationsOf(
  { open }: Installation,
  api: Served,
  caller: Reader,
  fleet: Reader,
  today: Date,
): { operations: Operation[]; stop(): void } {
  const { ctx } = open
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const get = (path: string, reader: Reader) => send(agent, api.url + path, reader.token)
  const read = (name: string, reader: Reader, pathOf: (index: number) => string, times = 200): Operation => ({
    name: `${name}, ${reader === caller ? 'caller' : 'fleet'}`,
    times,
    once: (index) => get(pathOf(index), reader),
  })
  const anyOf = <T>(list: readonly T[], index: number): T => list[(index * 7_919) % list.length]!
  const yesterday = `from=${new Date(today.getTime() - dayMs).toISOString()}&to=${today.toISOString()}`
  const reads = [caller, fleet].flatMap((reader) => [
    read(
      'newest location',
      reader,
      (index) => `/api/devices/${anyOf(reader.account.deviceIds, index)}/lastLocation`,
    ),
    read(
      'one-day track',
      reader,
      (index) => `/api/devices/${anyOf(reader.account.deviceIds, index)}/locations?${yesterday}`,
    ),
    read('page of 100 devices', reader, () => '/api/devices?limit=100', 50),
    read(
      'search for one device',
      reader,
      (index) => `/api/devices?search=${anyOf(reader.identifiers, index)}`,
      50,
    ),
    read('page of 100 of the fleet', reader, () => `/api/fleet?limit=100`, 100),
    read("a group's 50 devices", reader, () => `/api/devices?limit=100&groupId=${reader.groupId}`, 50),
  ])
  const middleNumber = anyOf(fleet.numbers, fleet.numbers.length >> 1)
  const middle = sealCursor(ctx.config.access, fleet.account.accountId, String(middleNumber))
  const deviceCache = createDeviceCache(ctx)
  const judge = createJudge(ctx)
  // Where the history ends: new rows follow the newest ones.
  let atMs = today.getTime()
  const rowOf = (deviceRef: DeviceRef, index: number): LocationRow => [
    deviceRef,
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
    { name: baseline, times: 200, once: () => get('/api/account', caller) },
    { name: sqlBaseline, times: 500, once: () => ctx.db.recorder`select 1 as one` },
    ...reads,
    read('page of 100 devices in the middle', fleet, () => `/api/devices?limit=100&cursor=${middle}`, 50),
    {
      name: 'look up, store and judge 100, caller',
      times: 30,
      once() {
        atMs += 1_000
        deviceCache.forget(caller.identifiers)
        const rows = caller.identifiers.slice(0, judgedRows).map(rowOf)
        return recordRows({ ...ctx, judging: { judge, partition: 0 } }, deviceCache, rows)
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
    {
      name: 'look up 100 unknown devices',
      times: 50,
      once: () => listTrackers(ctx.db.recorder, unknownImeis),
    },
    {
      name: 'put 10 unknown devices into a full quarantine',
      times: 20,
      once: () => quarantineUnknown(ctx.db.recorder, unknownImeis.slice(0, 10).map(rowOf), maxUnknown),
    },
  ]
  return {
    operations,
    stop() {
      agent.destroy()
      deviceCache.stop()
      judge.stop()
    },
  }
}

function send(agent: Agent, url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
