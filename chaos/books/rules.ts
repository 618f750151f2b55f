// The rules of the ledger: an SOS button, a speed limit, and a grid of circles where the trackers drive.

import type { Installation } from '../installation/installation.ts'
import type { AlertFindings } from './alert-checker.ts'
import { checkAlerts } from './alert-checker.ts'
import type { Circle, Expected, Seen } from './alert-reference.ts'
import { expectedAlerts, speedLimitKmh } from './alert-reference.ts'

const south = 40.1
const west = -4.12
const rows = 62
const columns = 62
const spacingDeg = 0.01
const radiusM = 300

interface RulesOptions {
  grid?: { rows: number; columns: number }
  /** All accounts by default. */
  accountId?: number | null
}

/** Writes to the database directly: four thousand geofences through the API would take longer than the experiment. */
export async function makeRules(
  { query }: Pick<Installation, 'query'>,
  { grid = { rows, columns }, accountId = null }: RulesOptions = {},
): Promise<void> {
  await query(
    `insert into geofences (account_id, id, name, kind, geometry, positions, radius_m, created_at, modified_at)
     select a.account_id, 'geo_' || lpad((row * $4 + col)::text, 22, '0'), 'Circle ' || row || '/' || col, 'circle',
       json_build_object('type', 'Point', 'coordinates', json_build_array($2::float8 + col * $5::float8, $1::float8 + row * $5::float8)),
       1, $6, now(), now()
     from accounts a, generate_series(0, $3::int - 1) row, generate_series(0, $4::int - 1) col
     where $7::int is null or a.account_id = $7`,
    [south, west, grid.rows, grid.columns, spacingDeg, radiusM, accountId],
  )
  // Every account has a rule for SOS already.
  const rules = [
    ['speed', { above: speedLimitKmh }],
    ['geofence', { on: 'entered' }],
  ] as const
  for (const [index, [kind, settings]] of rules.entries()) {
    await query(
      `insert into alert_rules (account_id, id, name, kind, enabled, severity, settings, conditions, applies_to,
         created_at, modified_at)
       select account_id, 'rul_' || lpad($1::text, 22, '0'), $2, $2, true, 'warning', $3, '{}', 'all', now(), now()
       from accounts where $4::int is null or account_id = $4`,
      [String(index), kind, JSON.stringify(settings), accountId],
    )
  }
}

/** The stored locations must have raised exactly the alerts that the reference expects. */
export async function checkRules(
  { query }: Pick<Installation, 'query'>,
  accountId: number | null = null,
): Promise<AlertFindings> {
  const own = '($1::int is null or account_id = $1)'
  const circles = await query<Circle & { at: [number, number] }>(
    `select number, (geometry -> 'coordinates' ->> 1)::float8 as latitude,
       (geometry -> 'coordinates' ->> 0)::float8 as longitude, radius_m as "radiusM"
     from geofences where ${own}`,
    [accountId],
  )
  const expected = new Map<string, Expected[]>()
  const devices = await query<{ number: number; name: string }>(
    `select number, name from devices where ${own}`,
    [accountId],
  )
  for (const { number, name } of devices) {
    const track = await query<Seen>(
      `select round(extract(epoch from fixed_at) * 1000)::float8 as ms, latitude / 1e7::float8 as latitude,
         longitude / 1e7::float8 as longitude, speed / 10.0::float8 as "speedKmh",
         coalesce(more -> 'alerts' ? 'sos', false) as sos
       from locations where device_number = $1 order by fixed_at, fingerprint`,
      [number],
    )
    expected.set(name, expectedAlerts(track, circles))
  }
  const raised = new Map<string, Expected[]>()
  const alerts = await query<Expected & { device: string }>(
    `select d.name as device, a.name, split_part(a.cause, ':', 2) as subject,
       round(extract(epoch from a.at) * 1000)::float8 as ms
     from alerts a join devices d on d.account_id = a.account_id and d.number = a.device_number
     where a.withdrawn_at is null and ($1::int is null or a.account_id = $1)`,
    [accountId],
  )
  for (const { device, ...alert } of alerts) raised.set(device, [...(raised.get(device) ?? []), alert])
  return checkAlerts(expected, raised)
}
