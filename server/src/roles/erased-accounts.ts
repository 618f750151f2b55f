// A process does not serve accounts that were erased: after a restore of an older backup they are erased again first.

import { RisenAccountsError, requireNoneRisen } from '../features/erasure/tombstone.api.ts'
import type { Context } from '../platform/context.ts'
import { isUnavailable } from '../platform/http/errors.ts'

const retryAfterMs = 5_000

/** `stop` is called if the database was unavailable at start and later turns out to have erased accounts. */
export async function requireErased(
  ctx: Pick<Context, 'db' | 'bus' | 'cells' | 'log'>,
  stop: (error: RisenAccountsError) => void = () => {},
): Promise<void> {
  try {
    await requireNoneRisen(ctx)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    // Trackers must be received meanwhile: the log keeps their data.
    setTimeout(() => {
      requireErased(ctx, stop).catch((later) => {
        if (later instanceof RisenAccountsError) stop(later)
        else ctx.log.error({ err: later }, 'checking for erased accounts failed')
      })
    }, retryAfterMs).unref()
  }
}
