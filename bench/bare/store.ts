// PostgreSQL alone: the same rows into the same tables through the driver, a thousand at a time over two connections.
// Three variants: COPY, which cannot skip duplicates; a batched insert, which can; and that insert plus the update of
// each device's last location, which is what the recorder does.

import pg from 'pg'
import { cpuSeconds } from '../harness.ts'
import type { Installation } from '../installation.ts'
import { bareUrl } from './role.ts'

export type BareWay = 'copy' | 'insert' | 'insertAndNewest'

export interface BareStored {
  perSecond: number
  /** CPU time of this process and PostgreSQL per location. */
  cpuMicros: number
}

export interface BareStore {
  measure(way: BareWay, seconds: number, batch?: BareBatch): Promise<BareStored>
  close(): Promise<void>
}

export interface BareBatch {
  rowsPerStatement: number
  /** Consecutive rows of one device. */
  rowsPerReport: number
}

const largeBatch: BareBatch = { rowsPerStatement: 1_000, rowsPerReport: 10 }
const connections = 2
const columns = `fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, altitude_m, speed,
  course, satellites, class`

/** One location: milliseconds, device, account, latitude, longitude, fingerprint, altitude, speed, course, satellites, class. */
type BareRow = number[]

const given = `
  with received as materialized (
    select to_timestamp(ms / 1000.0) as fixed_at, to_timestamp(ms / 1000.0) as received_at, device_number, account_id,
      latitude, longitude, fingerprint, altitude_m, speed, course, satellites, class
    from unnest($1::float8[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::smallint[], $8::smallint[],
      $9::smallint[], $10::smallint[], $11::smallint[]) as given (ms, device_number, account_id, latitude, longitude,
      fingerprint, altitude_m, speed, course, satellites, class))`
const insert = `insert into locations (${columns}) select ${columns} from received on conflict do nothing`
/** With the square: without it a trigger would compute it, which takes longer. */
const moveNewest = `
  insert into newest_locations as n (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude,
    altitude_m, speed, course, satellites, square)
  select distinct on (account_id, device_number) account_id, device_number, fixed_at, received_at, received_at, latitude,
    longitude, altitude_m, speed, course, satellites, square_of(latitude, longitude)
  from received order by account_id, device_number, fixed_at desc
  on conflict (account_id, device_number) do update set fixed_at = excluded.fixed_at,
    received_at = excluded.received_at, seen_at = greatest(n.seen_at, excluded.seen_at), latitude = excluded.latitude,
    longitude = excluded.longitude, altitude_m = excluded.altitude_m, speed = excluded.speed, course = excluded.course,
    satellites = excluded.satellites, square = excluded.square
  where excluded.fixed_at > n.fixed_at`

/** For each tracker one extra device without an identifier, in the same account. */
export function withBareDevices(identifiers: string[]): (string | null)[] {
  return identifiers.flatMap((identifier) => [identifier, null])
}

export async function openBareStore(installation: Installation): Promise<BareStore> {
  const { services } = installation
  const connectionString = await bareUrl(installation)
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      return client
    }),
  )
  // Separate devices, whose last location nothing else updates; each connection has half of them.
  const { rows: devices } = await clients[0]!.query<{ number: number; account_id: number }>(
    'select number, account_id from devices where identifier is null order by number',
  )
  // A distinct time for every statement, so that every row is new and newer than all before.
  let atMs = Date.now() - 40 * 86_400_000 + Math.floor(Math.random() * 10 * 86_400_000)
  let statements = 0

  /** In the order in which trackers report: several rows of one device, then several of the next. */
  function nextRows(lane: number, { rowsPerStatement, rowsPerReport }: BareBatch): BareRow[] {
    atMs += 1_000
    statements += 1
    const first = statements * Math.ceil(rowsPerStatement / rowsPerReport)
    return Array.from({ length: rowsPerStatement }, (_, index) => {
      const position = (first + Math.floor(index / rowsPerReport)) * connections + lane
      const { number, account_id } = devices[position % devices.length]!
      const [ms, fingerprint] = [atMs + (index % rowsPerReport), index * 7_919 + lane]
      return [ms, number, account_id, 404_168_000 + index, -37_038_000, fingerprint, 650, 523, 1_234, 9, 2]
    })
  }

  return {
    async measure(way, seconds, batch = largeBatch) {
      const pid = services.postgres.pid()!
      const [before, own, startedAt] = [cpuSeconds(pid), process.cpuUsage(), performance.now()]
      const endsAt = startedAt + seconds * 1_000
      let stored = 0
      await Promise.all(
        clients.map(async (client, lane) => {
          while (performance.now() < endsAt) {
            await store(client, way, nextRows(lane, batch))
            stored += batch.rowsPerStatement
          }
        }),
      )
      const elapsedSeconds = (performance.now() - startedAt) / 1_000
      const { user, system } = process.cpuUsage(own)
      const cpuMicros = ((cpuSeconds(pid) - before) * 1e6 + user + system) / stored
      return { perSecond: stored / elapsedSeconds, cpuMicros }
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.end()))
    },
  }

  function store(client: pg.Client, way: BareWay, rows: BareRow[]): Promise<unknown> {
    if (way === 'copy') return copy(client, rows)
    // Text arrays by hand: the driver's own serialisation takes twice as long.
    const values = Array.from({ length: 11 }, (_, column) => `{${rows.map((row) => row[column]).join(',')}}`)
    const text = way === 'insert' ? `${given} ${insert}` : `${given}, stored as (${insert}) ${moveNewest}`
    return client.query({ name: way, text, values })
  }
}

/** The part of the driver's wire protocol that COPY needs; it has no published types. */
interface CopyWire {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

function copy(client: pg.Client, rows: BareRow[]): Promise<void> {
  const lines = rows.map(([ms, ...rest]) => {
    const at = new Date(ms!).toISOString()
    return `${at}\t${at}\t${rest.join('\t')}\n`
  })
  return new Promise((resolve, reject) => {
    const copying = {
      submit: (wire: CopyWire) => wire.query(`copy locations (${columns}) from stdin`),
      handleCopyInResponse(wire: CopyWire) {
        wire.sendCopyFromChunk(Buffer.from(lines.join('')))
        wire.endCopyFrom()
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    }
    client.query(copying as unknown as pg.Submittable)
  })
}
