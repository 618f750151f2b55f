// Starts the trace of a frame: for a sample of them, and for every frame with an alarm.

import type { Location } from '@rastro/protocols'
import type { Span } from '../../platform/observability/tracing.ts'
import {
  beginSpan,
  beginTrace,
  currentSpan,
  endSpan,
  isTracing,
} from '../../platform/observability/tracing.ts'

export interface ReceivedFrame {
  protocol: string
  transport: 'tcp' | 'udp' | 'http' | 'mqtt'
  bytes: number
  /** By `traceClock`, before and after decoding. */
  beganMs: number
  decodedMs: number
}

/** Called after decoding, because alarms decide whether it is traced. */
export function traceFrame(frame: ReceivedFrame, locations: readonly Location[]): Span | undefined {
  if (!isTracing()) return undefined
  const { protocol, transport, bytes, beganMs, decodedMs } = frame
  const alarms = [...new Set(locations.flatMap((location) => location.alarms))]
  const span = begin(alarms.length > 0, {
    kind: 'server',
    beganMs,
    attributes: {
      'rastro.protocol': protocol,
      'rastro.transport': transport,
      'rastro.frame.bytes': bytes,
      'rastro.frame.locations': locations.length,
      ...(alarms.length > 0 && { 'rastro.alarms': alarms }),
    },
  })
  endSpan(beginSpan(span, 'decode', { beganMs }), undefined, decodedMs)
  return span
}

/** A frame in a traced request belongs to the request's trace. */
function begin(isWanted: boolean, options: Parameters<typeof beginSpan>[2]): Span | undefined {
  return beginSpan(currentSpan(), 'frame', options) ?? beginTrace('frame', { isWanted, ...options })
}
