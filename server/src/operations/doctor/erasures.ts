// Checks that closed accounts are erased, and that no restore brought erased ones back.

import { countErasures } from '../../features/erasure/erasure.api.ts'
import { listRisenAmong } from '../../features/erasure/tombstone.api.ts'
import type { BusState } from '../../platform/bus/nats-health.ts'
import type { Check } from './doctor.types.ts'
import { fault, inEnvironment, inShell, ok, warning } from './findings.ts'
import { findUnavailable, inspectBusState } from './reach.ts'

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
    about: 'a restored backup contains accounts that were erased',
    needs: 'tables',
    async run(ctx) {
      const isBusThere = !(await findUnavailable(ctx, 'bus'))
      const keys = isBusThere ? ((await inspectBusState(ctx)) as BusState).snapshotKeys : []
      const risen = await listRisenAmong(ctx, keys)
      if (risen.length === 0) return ok('no erased account was brought back')
      return fault(
        `${risen.length} accounts exist that were erased`,
        'An older backup was restored. Processes refuse to start until they are erased again.',
        inShell('rastro recover erasures'),
      )
    },
  },
]
