// Checks that trips are computed, that the nightly check found no difference, and that their partitions exist.

import { findLastCheck } from '../../features/trips/check.api.ts'
import { checkTripPartitions } from '../../features/trips/retention.api.ts'
import { findTripWork } from '../../features/trips/work.api.ts'
import type { Check } from './doctor.types.ts'
import { fault, inShell, memoize, ok, shellQuote, warning } from './findings.ts'

/** The pace is 10 minutes, and the processor gives way to recorders. */
const lateMs = 30 * 60_000
const uncheckedMs = 3 * 86_400_000
const maxAdvised = 3

const getPartitions = memoize(checkTripPartitions)
const serveTrips = inShell('rastro serve trips')
const partitions = inShell('rastro partitions')
const minutesOf = (ms: number) => `${Math.round(ms / 60_000)} minutes`

export const tripChecks: Check[] = [
  {
    id: 'work.trips',
    group: 'work',
    about: 'no trip processor is running, or it cannot keep up',
    needs: 'tables',
    async run(ctx) {
      const { devices, dueDevices, redoDevices, postponedDevices, oldestDueAt, lastProcessedAt } =
        await findTripWork(ctx)
      const nowMs = ctx.now().getTime()
      const lagMs = oldestDueAt ? nowMs - oldestDueAt.getTime() : 0
      const counts = `${devices} devices were processed, ${dueDevices} are due, ${redoDevices} are to be recomputed, ${postponedDevices} are postponed`
      if (lagMs < lateMs) return ok(counts)
      const impact = 'Trips, stops, days and their events are late by as much. No location is lost.'
      const idleMs = lastProcessedAt ? nowMs - lastProcessedAt.getTime() : Number.POSITIVE_INFINITY
      if (idleMs < lateMs)
        return warning(
          `trips are ${minutesOf(lagMs)} late (${counts})`,
          `${impact} Start another process of the role, or see whether recorders lag.`,
          serveTrips,
        )
      const since = lastProcessedAt ? `for ${minutesOf(idleMs)}` : 'yet'
      return fault(`no trips were computed ${since}, although locations are waiting`, impact, serveTrips)
    },
  },
  {
    id: 'work.trip-check',
    group: 'work',
    about: 'stored trips differ from what their locations lead to, or are not checked',
    needs: 'tables',
    async run(ctx) {
      const check = await findLastCheck(ctx)
      if (!check) return ok('no trips were checked yet')
      const { finishedAt, deviceDays, differing, differences } = check
      if (differing > 0) {
        const repairs = differences
          .slice(0, maxAdvised)
          .map(
            ({ account, device, day }) =>
              `rastro trips recompute --since ${shellQuote(day)} --account ${shellQuote(account)} --device ${shellQuote(device)} --wait`,
          )
        const list = differences.map(({ device, day, what }) => `${device} on ${day}: ${what}`)
        return fault(
          `${differing} of ${deviceDays} recomputed days differ from what is stored (${list.join('; ')})`,
          'Other days may be wrong too. Report it, with the output of rastro trips check --json. Recomputing corrects them, and logs each change.',
          serveTrips,
          inShell(...repairs, 'rastro trips check'),
        )
      }
      const ageMs = ctx.now().getTime() - finishedAt.getTime()
      if (ageMs < uncheckedMs) return ok(`${deviceDays} days were recomputed, and none differs`)
      return warning(
        `trips have not been checked for ${Math.floor(ageMs / 86_400_000)} days`,
        'A fault in them would stay unnoticed.',
        serveTrips,
        inShell('rastro trips check'),
      )
    },
  },
  {
    id: 'schema.trip-partitions',
    group: 'schema',
    about: 'partitions of trips of this or the next month are missing',
    needs: 'tables',
    async run(ctx) {
      const { missing } = await getPartitions(ctx)
      if (missing.length === 0) return ok('the partitions of trips of this and the next month exist')
      return fault(
        `missing partitions: ${missing.join(', ')}`,
        'Trips go to the default partition, which is slow to read and to clean.',
        partitions,
      )
    },
  },
  {
    id: 'schema.trip-default-partition',
    group: 'schema',
    about: 'a default partition contains recent trips or days',
    needs: 'tables',
    async run(ctx) {
      const { hasUnplaced } = await getPartitions(ctx)
      if (!hasUnplaced) return ok('the default partitions contain no recent trips')
      return warning(
        'a default partition contains recent trips or days, because their own was missing',
        'They are slow to read. Creating the partitions moves them.',
        partitions,
      )
    },
  },
]
