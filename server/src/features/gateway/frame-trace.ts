// The trace of what a tracker said begins here: for some, and for everyone who calls for help.

import type { Location } from '@rastro/protocols'
import type { Span } from '../../platform/observability/tracing.ts'
import {
  beginSpan,
  beginTrace,
  currentSpan,
  endSpan,
  isTracing,
} from '../../platform/observability/tracing.ts'

export interface HeardFrame {
  protocol: string
  transport: 'tcp' | 'udp' | 'http' | 'mqtt'
  bytes: number
  /** By `traceClock`, before and after it was decoded. */
  beganMs: number
  decodedMs: number
}

/** Made when it is known what was said. */
export function traceFrame(frame: HeardFrame, locations: readonly Location[]): Span | undefined {
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

/** What came by a request that is traced belongs to it. */
function begin(isWanted: boolean, options: Parameters<typeof beginSpan>[2]): Span | undefined {
  return beginSpan(currentSpan(), 'frame', options) ?? beginTrace('frame', { isWanted, ...options })
}
