// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are parts of source files.

// Checks of reports, schedules, drivers, fuel, maintenance and the dashboard.

import type { Control } from './control.types.ts'

const features = 'server/src/features'
const reports = `${features}/reports`
const trips = `${features}/trips`
const fuel = `${features}/fuel/detection/fuel-events`
const maintenance = `${features}/maintenance`

export const fleetControls: Control[] = [
  {
    name: 'fleet: the sum of a device is that of its days',
    file: `${reports}/catalogue/days.ts`,
    from: 'values[dayValue] = sum',
    to: 'values[dayValue] = sum + 1',
    test: `${reports}/reconciliation.test.ts`,
    title: '',
  },
  {
    name: 'fleet: a device of two groups counts once in the total',
    file: `${reports}/table.ts`,
    from: 'if (!isRepeat) addValues(total, values)',
    to: 'addValues(total, values)',
    test: `${reports}/report.test.ts`,
    title: 'counts once in the total',
  },
  {
    name: 'fleet: an account has 20 unfinished reports',
    file: `${reports}/run.ts`,
    from: '(await queries.countUnfinished(ctx.db)) >= maxUnfinished',
    to: '(await queries.countUnfinished(ctx.db)) >= maxUnfinished + 1',
    test: `${reports}/report.test.ts`,
    title: 'of an account are limited',
  },
  {
    name: 'fleet: two reports of an account are written at once',
    file: `${reports}/reporter.api.ts`,
    from: 'const runsPerAccount = 2',
    to: 'const runsPerAccount = 20',
    test: `${reports}/report.test.ts`,
    title: 'at most two of it are written at once',
  },
  {
    name: 'fleet: a report belongs to its user',
    file: `${reports}/run.ts`,
    from: "return role !== 'standard' && scope.kind === 'all' ? 'all' : { userId, scope }",
    to: "return userId === '' ? { userId, scope } : role === 'owner' ? 'all' : 'all'",
    test: `${reports}/report.test.ts`,
    title: 'belongs to its user',
  },
  {
    name: 'fleet: a trip counts with its part in the period',
    file: `${trips}/reported-segments.api.ts`,
    from: 'if (!isCut(segment, period)) return wholeOf(segment)',
    to: 'return wholeOf(segment)',
    test: `${reports}/reconciliation.test.ts`,
    title: '',
  },
  {
    name: 'fleet: a report has the devices that its user sees',
    file: `${reports}/device.queries.ts`,
    from: 'return sql`${isDeviceSeen(scope)} and ${isNamed}',
    to: 'return sql`${isNamed}',
    test: `${reports}/report.test.ts`,
    title: 'has the devices that the caller sees',
  },
  {
    name: 'fleet: a cancelled report leaves no part of its file',
    file: `${reports}/reporter.api.ts`,
    from: "if (!found || found.state === 'cancelled')",
    to: 'if (!found)',
    test: `${reports}/report.test.ts`,
    title: 'is cancelled while it waits, and while it is written',
  },
  {
    name: 'fleet: the reports of a process take turns',
    file: `${reports}/pacing.ts`,
    from: '  await before\n',
    to: '',
    test: `${reports}/pacing.test.ts`,
    title: 'two reports take turns',
  },
  {
    name: 'fleet: nothing is read ahead on a busy machine',
    file: `${reports}/pacing.ts`,
    from: '> busyShare * (',
    to: '> 2 * (',
    test: `${reports}/pacing.test.ts`,
    title: 'on a busy one it is not',
  },
  {
    name: 'fleet: dates in spreadsheets are local',
    file: `${reports}/formats/xlsx/cells.ts`,
    from: 'localTime.toLocalMs(value) / msPerDay',
    to: 'value / msPerDay',
    test: `${reports}/formats/xlsx.test.ts`,
    title: 'writes dates, durations and numbers as such',
  },
  {
    name: 'fleet: a cell runs no formula',
    file: `${reports}/formats/csv.ts`,
    from: '＠])/g, "\'")',
    to: "＠])/g, '')",
    test: `${reports}/formats/csv.test.ts`,
    title: '',
  },
  {
    name: 'fleet: each page shows its group',
    file: `${reports}/formats/pdf/table.ts`,
    from: 'if (openGroup) drawGroup(openGroup)',
    to: '',
    test: `${reports}/formats/pdf.test.ts`,
    title: 'the title of a group repeats',
  },
  {
    name: 'fleet: a schedule reports a day once',
    file: `${reports}/schedules/schedule-run.ts`,
    from: 'if (due && !(await queries.hasRun(tx.db, number, due.on))) {',
    to: 'if (due) {',
    test: `${reports}/schedules/schedule.test.ts`,
    title: 'the time was changed on that day',
  },
  {
    name: 'fleet: another tag ends a session',
    file: `${trips}/detection/sessions.ts`,
    from: 'return tag !== null && tag !== session.tag ? fixedAtMs : null',
    to: 'return null',
    test: `${trips}/detection/sessions.test.ts`,
    title: 'ends with another tag',
  },
  {
    name: 'fleet: another driver cuts a trip',
    file: `${trips}/detection/sessions.ts`,
    from: 'return session !== null && session.beganAtMs > afterMs && session.beganAtMs <= untilMs',
    to: 'return session !== null && session.beganAtMs > afterMs && untilMs < 0',
    test: `${trips}/detection/sessions.test.ts`,
    title: 'is cut where another driver begins',
  },
  {
    name: 'fleet: a driver signs off some time after the engine',
    file: `${trips}/detection/sessions.ts`,
    from: 'fixedAtMs - quietAtMs >= signOffMs',
    to: 'fixedAtMs - quietAtMs >= signOffMs / 2',
    test: `${trips}/detection/sessions.test.ts`,
    title: 'goes on after a shorter time',
  },
  {
    name: 'fleet: a tag is of its owner of that time',
    file: `${trips}/driving/driving.queries.ts`,
    from: 'and counts_until > greatest(s.began_at, given.began_at) limit 1) as t on true',
    to: 'limit 1) as t on true',
    test: `${trips}/driving/driving.test.ts`,
    title: 'have the owner of their time',
  },
  {
    name: 'fleet: a fill is as large as the sensor demands',
    file: `${fuel}.ts`,
    from: 'const fillMl = Math.max(minFillMl, leastShare * tankMl)',
    to: 'const fillMl = Math.min(minFillMl, leastShare * tankMl)',
    test: `${fuel}.test.ts`,
    title: 'small changes are noise',
  },
  {
    name: 'fleet: a fill is some share of the tank',
    file: `${fuel}.ts`,
    from: 'const leastShare = 0.03',
    to: 'const leastShare = 0',
    test: `${fuel}.test.ts`,
    title: 'small changes are noise',
  },
  {
    name: 'fleet: an idling engine drains nothing',
    file: `${fuel}.ts`,
    from: 'sum += (elapsedMs / msPerHour) * idleMlPerHour',
    to: 'sum += 0 * idleMlPerHour',
    test: `${fuel}.test.ts`,
    title: 'beyond what the engine uses',
  },
  {
    name: 'fleet: maintenance is raised once in a cycle',
    file: `${maintenance}/check.queries.ts`,
    from: `      where e.level > 0 and e.began_at is not null and not exists (
        select from maintenance_alerts a
        where a.account_id = \${db.accountId} and a.plan_number = e.plan_number and a.device_number = e.device_number
          and a.cycle_began_at = e.began_at and (a.level = 'due' or e.level = 1))),
    marked as (
      insert into maintenance_alerts (account_id, plan_number, device_number, cycle_began_at, level, raised_at)
      select \${db.accountId}::int, plan_number, device_number, began_at, level, \${now} from reached
      order by plan_number, device_number
      on conflict do nothing
      returning plan_number, device_number, level)`,
    to: `      where e.level > 0 and e.began_at is not null),
    marked as (select plan_number, device_number, level from reached where \${now}::timestamptz is not null)`,
    test: `${maintenance}/check.test.ts`,
    title: 'once at soon, and once at due',
  },
  {
    name: 'fleet: what is due is not raised as soon',
    file: `${maintenance}/check.queries.ts`,
    from: "and a.cycle_began_at = e.began_at and (a.level = 'due' or e.level = 1))),",
    to: 'and a.cycle_began_at = e.began_at)),',
    test: `${maintenance}/check.test.ts`,
    title: 'once at soon, and once at due',
  },
  {
    name: 'fleet: the dashboard adds the days of its period only',
    file: `${trips}/dashboard/fleet-sums.queries.ts`,
    from: 'select ${positionOf(period.days[periodDays - 1]!)} as before',
    to: 'select ${positionOf(period.days[periodDays]!)} as before',
    test: `${trips}/dashboard/dashboard.test.ts`,
    title: 'adds up to the summaries of days and devices',
  },
]
