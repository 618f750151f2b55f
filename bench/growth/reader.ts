// An account that reads: with a group of 50 devices, and rules over 64 circles.

import type pg from 'pg'
import type { FleetAccount, Served } from '../installation.ts'
import { getToken } from '../installation.ts'
import type { Reader } from './operations.ts'

const groupDevices = 50

export async function makeReader(
  superuser: pg.Client,
  api: Served,
  account: FleetAccount,
  groupId?: string,
): Promise<Reader> {
  const { rows } = await superuser.query(
    'select number, identifier from devices where account_id = $1 order by number',
    [account.accountId],
  )
  // The generated locations are older than the devices.
  await superuser.query(`update directory_identifiers set since = '-infinity' where account_id = $1`, [
    account.accountId,
  ])
  const token = await getToken(api, { account })
  if (!groupId) await makeRules(superuser, account.accountId)
  return {
    account,
    token,
    numbers: rows.map(({ number }) => number as number),
    identifiers: rows.map(({ identifier }) => identifier as string),
    groupId: groupId ?? (await makeGroup(api, token, account.deviceIds.slice(0, groupDevices))),
  }
}

/** Devices of an account are numbered consecutively. */
export function rangeOf({ numbers }: Pick<Reader, 'numbers'>): { first: number; last: number } {
  return { first: numbers[0]!, last: numbers.at(-1)! }
}

async function makeGroup(api: Served, token: string, devices: string[]): Promise<string> {
  const response = await fetch(`${api.url}/api/groups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Fifty', devices }),
  })
  if (!response.ok) throw new Error(`the group was refused: ${await response.text()}`)
  return ((await response.json()) as { id: string }).id
}

async function makeRules(superuser: pg.Client, accountId: number): Promise<void> {
  await superuser.query(
    `insert into geofences (account_id, id, name, kind, geometry, positions, radius_m, created_at, modified_at)
     select $1, 'geo_' || lpad((row * 8 + col)::text, 22, '0'), 'Circle ' || row || '/' || col, 'circle',
       json_build_object('type', 'Point', 'coordinates', json_build_array(-3.9 + col * 0.05, 40.2 + row * 0.05)), 1,
       300, now(), now()
     from generate_series(0, 7) row, generate_series(0, 7) col`,
    [accountId],
  )
  await superuser.query(
    `insert into alert_rules (account_id, id, name, kind, enabled, severity, settings, conditions, applies_to,
       created_at, modified_at)
     select $1, 'rul_' || lpad(place::text, 22, '0'), kind, kind, true, 'warning', settings::jsonb, '{}', 'all', now(), now()
     from unnest(array['speed', 'geofence'], array['{"above":120}', '{"on":"entered"}'])
       with ordinality as rules (kind, settings, place)`,
    [accountId],
  )
}
