// Checks that closed accounts are erased, and that no restore brought erased ones back.

import { countErasures } from '../../features/erasure/erasure.api.ts'
import { findRestored, listLeftBehind } from '../../features/erasure/tombstone.api.ts'
import type { BusState } from '../../platform/bus/nats-health.ts'
import { joinCells } from '../../platform/cells/cells.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { createLog } from '../../platform/observability/log.ts'
import type { Check, DoctorContext } from './doctor.types.ts'
import { fault, inEnvironment, inShell, ok, warning } from './findings.ts'
import { findUnavailable, inspectBusState } from './reach.ts'

const recover = inShell('rastro recover erasures')

/** Accounts erased in another cell. None if the directory is unavailable: another check reports that. */
async function countLeftBehind({ config, db }: DoctorContext): Promise<number> {
  const cells = joinCells(config.cells, createLog('silent'), 'rastro-doctor')
  try {
    return (await listLeftBehind({ db, cells })).length
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return 0
  } finally {
    await cells?.end()
  }
}

export const erasureChecks: Check[] = [
  {
    id: 'work.erasures',
    group: 'work',
    about: 'closed accounts are not erased',
    needs: 'tables',
    async run(ctx) {
      const { closing, late } = await countErasures(ctx)
      if (late > 0) {
        return fault(
          `${late} accounts should have been erased more than a day ago`,
          'Personal data is kept for longer than promised. A running notifier with RASTRO_DATABASE_ERASER_URL erases them.',
          inShell('rastro serve notifier'),
        )
      }
      if (closing > 0 && !ctx.config.db.eraserUrl) {
        return warning(
          `${closing} accounts are being closed, and RASTRO_DATABASE_ERASER_URL is not set`,
          'They will not be erased: only that role can.',
          inEnvironment(
            'RASTRO_DATABASE_ERASER_URL=postgresql://rastro_eraser:PASSWORD@127.0.0.1:5432/rastro',
          ),
        )
      }
      return ok(`${closing} accounts are being closed`)
    },
  },
  {
    id: 'work.erased-accounts',
    group: 'work',
    about: 'accounts that were erased are in the database: of a restored backup, or of another cell',
    needs: 'tables',
    async run(ctx) {
      const isBusThere = !(await findUnavailable(ctx, 'bus'))
      const keys = isBusThere ? ((await inspectBusState(ctx)) as BusState).snapshotKeys : []
      const { risen, reusable } = await findRestored(ctx, keys)
      if (risen.length > 0) {
        return fault(
          `${risen.length} accounts exist that were erased`,
          'An older backup was restored. Processes refuse to start until they are erased again.',
          recover,
        )
      }
      if (reusable.length > 0) {
        return fault(
          `new accounts would get the numbers of ${reusable.length} erased ones`,
          'An older backup was restored. Processes refuse to start until the numbers are reserved.',
          recover,
        )
      }
      const leftBehind = await countLeftBehind(ctx)
      if (leftBehind === 0) return ok('no erased account is in the database')
      return fault(
        `${leftBehind} accounts that were erased in another cell left their old rows in this one`,
        'They were moved, and not deleted here before. Personal data is kept for longer than promised.',
        recover,
      )
    },
  },
]
