// Traces of single locations through the recorder, whose steps are those of a whole batch: each trace shows them all.

import type { Span } from '../../platform/observability/tracing.ts'
import { beginSpan, endSpan, isTracing } from '../../platform/observability/tracing.ts'
import type { LocationBatch } from './location-row.types.ts'
import type { KnownDevice } from './recorder.queries.ts'

/** A batch of nothing but alarms is not to cost more than it is worth. */
const maxTraces = 32

interface TracedRow {
  record: Span
  step: Span | undefined
  deviceNumber: number
}

export interface RowTraces {
  /** The work as a step of every trace. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  /** The step that a device is in, for what follows from it. */
  of(deviceNumber: number): Span | undefined
  end(error?: unknown): void
}

/** Undefined where nothing is traced, as mostly. */
export function traceRows(
  batches: LocationBatch[],
  deviceOf: (row: LocationBatch['rows'][number]) => KnownDevice | undefined,
  beganMs: number,
): RowTraces | undefined {
  if (!isTracing()) return undefined
  const traced: TracedRow[] = []
  const rowsOfBatch = batches.reduce((sum, { rows }) => sum + rows.length, 0)
  for (const { rows, traces } of batches) {
    for (const [index, traceparent] of Object.entries(traces ?? {})) {
      const row = rows[Number(index)]
      const device = row && deviceOf(row)
      if (!device || traced.length >= maxTraces) continue
      const attributes = { 'rastro.device': device.deviceId, 'rastro.batch.locations': rowsOfBatch }
      const record = beginSpan(traceparent, 'record', { kind: 'consumer', beganMs, attributes })
      if (!record) continue
      // Which device it is, and whether it was heard before, is known by now.
      endSpan(beginSpan(record, 'resolve', { beganMs }))
      traced.push({ record, step: undefined, deviceNumber: device.deviceNumber })
    }
  }
  return traced.length > 0 ? createTraces(traced) : undefined
}

function createTraces(traced: TracedRow[]): RowTraces {
  return {
    async step(name, work) {
      for (const row of traced) row.step = beginSpan(row.record, name)
      try {
        return await work()
      } finally {
        for (const row of traced) endSpan(row.step)
      }
    },
    of: (deviceNumber) => traced.findLast((row) => row.deviceNumber === deviceNumber)?.step,
    end(error) {
      for (const { record } of traced) endSpan(record, error)
    },
  }
}
