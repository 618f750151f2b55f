// Checks that fuel and maintenance are evaluated: nothing waits for long, and nothing fails.

import { findWaitingFuel } from '../../features/fuel/waiting.api.ts'
import { findWaitingMaintenance } from '../../features/maintenance/waiting.api.ts'
import type { Check } from './doctor.types.ts'
import { inShell, manually, ok, warning } from './findings.ts'

/** Both are polled every few seconds, by turns of all accounts. */
const lateMs = 30 * 60_000
const serveTrips = inShell('rastro serve trips')
const serveNotifier = inShell('rastro serve notifier')
const minutesOf = (ms: number) => `${Math.round(ms / 60_000)} minutes`

export const fleetChecks: Check[] = [
  {
    id: 'work.fuel',
    group: 'work',
    about: 'fills and drains are not looked for, or fuel sensors fail',
    needs: 'tables',
    async run(ctx) {
      const { waiting, postponed, oldestSince } = await findWaitingFuel(ctx)
      const lagMs = oldestSince ? +ctx.now() - +oldestSince : 0
      const isLate = lagMs >= lateMs
      if (!isLate && postponed === 0) return ok(`${waiting} fuel sensors are waiting`)
      return [
        ...(isLate
          ? warning(
              `readings of fuel sensors have been waiting for ${minutesOf(lagMs)} (of ${waiting} sensors)`,
              'Fills, drains and their events are late by as much. No reading is lost.',
              serveTrips,
            )
          : []),
        ...(postponed > 0
          ? warning(
              `the readings of ${postponed} fuel sensors could not be processed`,
              'Their fills and drains are missing. They are tried again every 10 minutes.',
              serveTrips,
              manually('See the log of the role trips: "readings of a fuel sensor were not processed".'),
            )
          : []),
      ]
    },
  },
  {
    id: 'work.maintenance',
    group: 'work',
    about: 'maintenance is not evaluated, or fails for accounts',
    needs: 'tables',
    async run(ctx) {
      const { accounts, failing, waitSeconds } = await findWaitingMaintenance(ctx)
      const isLate = waitSeconds * 1_000 >= lateMs
      if (!isLate && failing === 0) return ok(`the maintenance of ${accounts} accounts is evaluated`)
      return [
        ...(isLate
          ? warning(
              `maintenance was not evaluated for ${minutesOf(waitSeconds * 1_000)}`,
              'Nobody is notified of maintenance that has become due.',
              serveNotifier,
            )
          : []),
        ...(failing > 0
          ? warning(
              `evaluating the maintenance of ${failing} accounts fails`,
              'Their users are not notified of maintenance that has become due. It is tried again every minute.',
              serveNotifier,
              manually('See the log of the role notifier: "evaluating maintenance failed".'),
            )
          : []),
      ]
    },
  },
]
