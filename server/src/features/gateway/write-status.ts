// Writes a status to the log, unless it repeats the last one of its tracker.

import type { Location } from '@rastro/protocols'
import { metrics } from '../../platform/observability/metrics.ts'
import { through } from '../../platform/observability/tracing.ts'
import type { Reception } from '../recorder/location-row.api.ts'
import { toStatusRow } from '../recorder/location-row.api.ts'
import type { ReceivedFrame } from './frame-trace.ts'
import { traceFrame } from './frame-trace.ts'
import type { Gateway } from './gateway.types.ts'

/** Resolves once the log holds it, or if there is nothing to store. */
export async function writeStatus(
  { writer, statuses }: Pick<Gateway, 'writer' | 'statuses'>,
  frame: ReceivedFrame,
  status: Location,
  reception: Reception,
): Promise<void> {
  const row = toStatusRow(status, reception)
  if (!row) return
  if (!statuses.isNews(row)) {
    metrics.statuses.inc({ outcome: 'suppressed' })
    return
  }
  const span = traceFrame(frame, [status])
  await through(span, writer.write([row], span))
  statuses.remember(row)
}
