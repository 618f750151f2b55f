// npm run bench -- rules: the cost of judging. Locations a second from the socket to the committed row, without rules
// and with many, compared with the bare store.

import { parseArgs } from 'node:util'
import { report } from '../scripts/proof/report.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { openBareStore, withBareDevices } from './bare/store.ts'
import type { Figures } from './harness.ts'
import { median } from './harness.ts'
import { measure } from './ingest.ts'
import type { Installation } from './installation.ts'
import { install } from './installation.ts'

const manyRules = 100

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '6' },
      rounds: { type: 'string', default: '5' },
      offered: { type: 'string', default: '60000' },
    },
  })
  const identifiers = imeisOf('35630704', Number(values.devices))
  const load = { identifiers, locationsPerSecond: Number(values.offered), seconds: Number(values.seconds) }
  const installation = await install(withBareDevices(identifiers))
  const bare = await openBareStore(installation)
  const bares: number[] = []
  const rates: Record<string, number[]> = { none: [], '1,000': [], '10,000': [] }
  const recorder: Record<string, number[]> = { none: [], '1,000': [], '10,000': [] }
  try {
    for (let round = 0; round < Number(values.rounds); round += 1) {
      bares.push((await bare.measure('insertAndNewest', load.seconds / 3)).perSecond)
      for (const [name, geofences] of Object.entries({ none: 0, '1,000': 1_000, '10,000': 10_000 })) {
        await setRules(installation, geofences)
        const { perSecond, cpu } = await measure(installation, load)
        rates[name]!.push(perSecond)
        recorder[name]!.push(cpu.recorder)
      }
    }
    const ratioTo = (others: number[], name: string) =>
      // Compared within a round: what slows one down also slows the other.
      median(rates[name]!.map((rate, index) => rate / others[index]!))
    const figures: Figures = {
      'bare store, locations/s': median(bares),
      'locations/s without rules': median(rates.none!),
      'ratio without rules to the bare store': ratioTo(bares, 'none'),
    }
    figures['recorder, CPU µs per location, without rules'] = median(recorder.none!)
    for (const name of ['1,000', '10,000']) {
      figures[`locations/s with ${manyRules} rules and ${name} geofences`] = median(rates[name]!)
      figures[`recorder, CPU µs per location, with ${name}`] = median(recorder[name]!)
      figures[`ratio with ${name}`] = ratioTo(rates.none!, name)
      figures[`ratio with ${name} to the bare store`] = ratioTo(bares, name)
    }
    figures['alerts raised'] = await countAlerts(installation)
    report('rules', figures, {
      'ratio with 1,000': { atLeast: 0.7 },
      'ratio with 10,000': { atLeast: 0.5 },
      'alerts raised': { atLeast: 1 },
    })
  } finally {
    await bare.close()
    await installation.remove()
  }
}

/** Areas of all shapes in the country of the trackers, and rules of every kind that locations can trigger. */
async function setRules({ open, account }: Installation, geofences: number): Promise<void> {
  const { accountId } = account
  await open.ctx.db.begin({ accountId }, async (db) => {
    await db`delete from alert_rules where account_id = ${accountId}`
    await db`delete from geofences where account_id = ${accountId}`
    if (geofences === 0) return
    const side = Math.ceil(Math.sqrt(geofences))
    await db`
      insert into geofences (account_id, id, name, kind, geometry, positions, radius_m, created_at, modified_at)
      select ${accountId}, 'geo_' || lpad(n::text, 22, '0'), 'Area ' || n,
        case when n % 2 = 0 then 'circle' else 'polygon' end,
        case when n % 2 = 0 then json_build_object('type', 'Point', 'coordinates', json_build_array(lon, lat))
          else json_build_object('type', 'Polygon', 'coordinates', json_build_array(json_build_array(
            json_build_array(lon - 0.002, lat - 0.002), json_build_array(lon + 0.002, lat - 0.002),
            json_build_array(lon + 0.003, lat), json_build_array(lon + 0.002, lat + 0.002),
            json_build_array(lon - 0.002, lat + 0.002), json_build_array(lon - 0.002, lat - 0.002)))) end,
        case when n % 2 = 0 then 1 else 6 end, case when n % 2 = 0 then 250 end, now(), now()
      from (
        select n, -4.1 + 0.8 * (n % ${side}::int) / ${side}::float8 as lon, 40.1 + 0.6 * (n / ${side}::int) / ${side}::float8 as lat
        from generate_series(0, ${geofences}::int - 1) n) as placed`
    await db`
      insert into alert_rules (account_id, id, name, kind, enabled, severity, settings, conditions, applies_to,
        created_at, modified_at)
      select ${accountId}, 'rul_' || lpad(n::text, 22, '0'), 'Rule ' || n,
        (array['geofence', 'speed', 'stopped', 'sos', 'geofence', 'input', 'fuelLow', 'geofence', 'batteryLow', 'towing'])[n % 10 + 1],
        true, 'warning',
        (array['{"on":"entered"}', '{"above":100}', '{"forSeconds":600}', '{}', '{"on":"left"}', '{"input":1,"state":"on"}',
          '{"below":15}', '{"on":"dwell","forSeconds":300}', '{"below":20}', '{}'])[n % 10 + 1]::jsonb, '{}', 'all', now(), now()
      from generate_series(0, ${manyRules}::int - 1) n`
    // Each geofence rule gets its own share of the geofences.
    await db`
      insert into rule_geofences (account_id, rule_number, geofence_number)
      select ${accountId}, r.number, f.number
      from (select number, row_number() over (order by number) as position, count(*) over () as all_of
            from alert_rules where account_id = ${accountId} and kind = 'geofence') r
      join (select number, row_number() over (order by number) as position from geofences where account_id = ${accountId}) f
        on f.position % r.all_of = r.position - 1`
  })
}

async function countAlerts({ open, account }: Installation): Promise<number> {
  const db = open.ctx.db.forAccount(account.accountId)
  const [row] = await db<{
    count: number
  }>`select count(*) as count from alerts where account_id = ${db.accountId}`
  return row!.count
}
