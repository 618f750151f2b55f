// Reads from the store what the ledger compares.

import type { Fleet } from '../../simulator/src/fleet.ts'
import type { Installation } from '../installation/installation.ts'
import type { Findings } from './ledger-checker.ts'
import { checkLedger } from './ledger-checker.ts'

export async function checkFleets(
  installation: Pick<Installation, 'query'>,
  fleets: readonly Fleet[],
): Promise<Findings> {
  const acknowledged = new Map<string, Set<number>>()
  for (const [identifier, times] of fleets.flatMap((fleet) => [...fleet.acknowledged()])) {
    acknowledged.set(identifier, times.union(acknowledged.get(identifier) ?? new Set()))
  }
  return checkAcknowledged(installation, acknowledged)
}

export async function checkAcknowledged(
  installation: Pick<Installation, 'query'>,
  acknowledged: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<Findings> {
  const identifiers = [...acknowledged.keys()]
  const stored = await installation.query<{ identifier: string; times: number[] }>(
    `select i.identifier, array_agg(round(extract(epoch from l.fixed_at) * 1000)::float8) as times
     from locations l join directory_identifiers i using (device_number)
     where i.identifier = any($1) group by i.identifier`,
    [identifiers],
  )
  const newest = await installation.query<{ identifier: string; ms: number }>(
    `select i.identifier, round(extract(epoch from n.fixed_at) * 1000)::float8 as ms
     from newest_locations n join directory_identifiers i using (account_id, device_number)
     where i.identifier = any($1)`,
    [identifiers],
  )
  return checkLedger({
    acknowledged,
    stored: new Map(stored.map(({ identifier, times }) => [identifier, times])),
    newest: new Map(newest.map(({ identifier, ms }) => [identifier, ms])),
  })
}

export async function countAside(
  installation: Pick<Installation, 'query'>,
): Promise<{ deadLetters: number; unknownDevices: number }> {
  const [row] = await installation.query<{ deadLetters: number; unknownDevices: number }>(`
    select (select count(*)::int from dead_letters) as "deadLetters",
      (select count(*)::int from quarantine) as "unknownDevices"`)
  return row!
}
