// Traces of single locations through the pipeline. Its steps handle whole batches: each trace shows all of them.

import type { Span } from '../../platform/observability/tracing.ts'
import { beginSpan, endSpan, isTracing } from '../../platform/observability/tracing.ts'
import type { LocationBatch, LocationRow } from './location-row.types.ts'
import type { KnownDevice } from './storable-row.types.ts'

/** Bounds the cost of a batch of alarms only. */
const maxTraces = 32

interface TracedRow {
  record: Span
  step: Span | undefined
  deviceNumber: number
}

export interface RowTraces {
  /** Runs the work as a step of every trace. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  /** The current step of a device, as the parent of further spans. */
  of(deviceNumber: number): Span | undefined
  end(error?: unknown): void
}

/** Undefined if no row is traced, the usual case. */
export function traceRows(
  messages: readonly LocationBatch[],
  deviceOf: (row: LocationRow) => KnownDevice | undefined,
  beganMs: number,
): RowTraces | undefined {
  if (!isTracing()) return undefined
  const traced: TracedRow[] = []
  const rowsOfBatch = messages.reduce((sum, { rows }) => sum + rows.length, 0)
  for (const { rows, traces } of messages) {
    for (const [index, traceparent] of Object.entries(traces ?? {})) {
      const row = rows[Number(index)]
      const device = row && deviceOf(row)
      if (!device || traced.length >= maxTraces) continue
      const attributes = { 'rastro.device': device.deviceId, 'rastro.batch.locations': rowsOfBatch }
      const record = beginSpan(traceparent, 'record', { kind: 'consumer', beganMs, attributes })
      if (!record) continue
      // Devices and repeats are resolved by now.
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
