// The state of the fleet now, and the sums of its last weeks.

import type { Dashboard } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { findGroup } from '../finding.ts'
import { textOf } from '../listing.ts'
import { hoursOf, kilometresOf } from '../measures.ts'
import { fieldsOf, print, tableOf } from '../output.ts'

type Use = Dashboard['use']
type Ranked = Dashboard['byDistance']['top'][number]

export function fleetCommand(): Command {
  return asClient(new Command('fleet').option('--group <group>', 'only devices of this group'))
    .description('print what the fleet does now, and the sums of its last 28 days')
    .action((options: ClientOptions & { group?: string }) =>
      connected(options, async (rastro) => {
        const group = options.group === undefined ? undefined : (await findGroup(rastro, options.group)).id
        const query = group === undefined ? {} : { group }
        const { dashboard } = await rastro.get('/api/fleet/dashboard', { query })
        print(options, dashboard, textOfDashboard(dashboard))
      }),
    )
}

function textOfDashboard(dashboard: Dashboard): string {
  const { now, today, from, to, use, quality, groups, byDistance, byIdle } = dashboard
  const fields = fieldsOf({
    devices: now.devices,
    driving: now.driving,
    idling: now.idling,
    standing: now.standing,
    silent: now.silent,
    expired: now.expired || '',
    'open alerts': dashboard.openAlerts,
    maintenance: maintenanceOf(dashboard),
    'km today': kilometresOf(today.distance),
    days: `${from} to ${to}`,
    km: `${kilometresOf(dashboard.distance)}, before: ${kilometresOf(dashboard.previousDistance)}`,
    'days used': shareOf(use.usedDays, use.devices * dashboard.days.length),
    driven: hoursOf(use.tripSeconds),
    engine: use.engineSeconds === null ? '' : hoursOf(use.engineSeconds),
    idle: shareOf(use.engineIdleSeconds, use.engineSeconds),
    gaps: shareOf(quality.gapSeconds, quality.knownSeconds),
    unusable: shareOf(quality.unusableLocations, quality.locations),
    corrections: quality.corrections,
  })
  const columnsOf = (one: Use) => [
    String(one.devices),
    kilometresOf(one.distance),
    hoursOf(one.tripSeconds),
    shareOf(one.usedDays, one.devices * dashboard.days.length),
    shareOf(one.engineTripSeconds, one.engineSeconds),
    shareOf(one.engineIdleSeconds, one.engineSeconds),
  ]
  const heads = ['group', 'devices', 'km', 'driven', 'days used', 'driving', 'idle']
  const rows = groups.map((one) => [textOf(one.name), ...columnsOf(one)])
  const km = ({ distance }: Ranked) => kilometresOf(distance)
  const idle = ({ idleSeconds, engineSeconds }: Ranked) => shareOf(idleSeconds, engineSeconds)
  return [
    fields,
    ...(rows.length > 0 ? [tableOf(heads, rows)] : []),
    ...rankingOf('most km', 'km', byDistance.top, km),
    ...rankingOf('fewest km', 'km', byDistance.bottom, km),
    ...rankingOf('most idle', 'idle', byIdle.top, idle),
    ...rankingOf('least idle', 'idle', byIdle.bottom, idle),
  ].join('\n\n')
}

/** Empty without plans. */
function maintenanceOf({ maintenance }: Dashboard): string {
  const { ok, soon, due, overdue, unknown } = maintenance
  if (ok + soon + due + overdue + unknown === 0) return ''
  return `${overdue} overdue, ${due} due, ${soon} soon`
}

function rankingOf(title: string, unit: string, devices: Ranked[], cellOf: (device: Ranked) => string) {
  if (devices.length === 0) return []
  return [
    tableOf(
      [title, unit],
      devices.map((device) => [textOf(device.name), cellOf(device)]),
    ),
  ]
}

/** Empty if nothing is known. */
function shareOf(part: number, whole: number | null): string {
  return whole === null || whole <= 0 ? '' : `${Math.round(Math.min(1, part / whole) * 100)} %`
}
