// OpenTelemetry traces of one frame or request over all processes. Off unless RASTRO_OTLP_URL is set; without it there
// are no spans, and requesting one costs a comparison. Spans never contain positions, names or secrets.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span as OpenSpan, SpanContext, Tracer } from '@opentelemetry/api'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import type { Config } from '../../config/config.ts'

export type Span = OpenSpan

/** The end of a connection that the span describes. */
const kinds = {
  inside: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/** A parent span, or its W3C `traceparent` if it is in another process. */
export type Parent = Span | string | null | undefined

export interface SpanOptions {
  kind?: keyof typeof kinds
  attributes?: Attributes
  /** By `traceClock`; defaults to now. */
  beganMs?: number
}

let tracer: Tracer | undefined
let ratio = 0
/** Between the monotonic and the system clock, so all spans of a process share one timeline. */
let driftMs = 0
const maxDriftMs = 5
const sendEveryMs = 1_000
const current = new AsyncLocalStorage<Span>()

/** Returns a stop function, which sends the remaining spans. */
export async function startTracing(config: Config['tracing'], role: string): Promise<() => Promise<void>> {
  const { otlpUrl } = config
  if (!otlpUrl) return async () => {}
  // Loaded only when tracing is on.
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${otlpUrl}/v1/traces`, timeoutMillis: 5_000 })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `rastro-${role}`, 'service.namespace': 'rastro' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
  })
  tracer = provider.getTracer('rastro')
  ratio = config.ratio
  return async () => {
    tracer = undefined
    await provider.shutdown().catch(() => {})
  }
}

export function isTracing(): boolean {
  return tracer !== undefined
}

/** For work that may later turn out to belong to a trace. */
export function traceClock(): number {
  return tracer ? performance.now() : 0
}

/** Converts a time recorded by another process. */
export function toTraceClock(at: Date): number {
  return at.getTime() - performance.timeOrigin - driftMs
}

/** Begins a trace for a sample, and whenever `isWanted`. */
export function beginTrace(
  name: string,
  { isWanted, ...options }: SpanOptions & { isWanted: boolean },
): Span | undefined {
  if (!tracer || !(isWanted || Math.random() < ratio)) return undefined
  return tracer.startSpan(name, toOptions({ ...options }, true), ROOT_CONTEXT)
}

export function beginSpan(parent: Parent, name: string, options: SpanOptions = {}): Span | undefined {
  if (!tracer || !parent) return undefined
  const of = typeof parent === 'string' ? fromTraceparent(parent) : parent.spanContext()
  if (!of) return undefined
  return tracer.startSpan(name, toOptions(options, false), trace.setSpanContext(ROOT_CONTEXT, of))
}

export function endSpan(span: Span | undefined, error?: unknown, endedMs = performance.now()): void {
  if (!span) return
  // Error messages may quote customer input.
  if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name })
  span.end(toTime(endedMs))
}

/** Ends the span when the work settles. */
export function through<T>(span: Span | undefined, work: Promise<T>): Promise<T> {
  if (!span) return work
  return work.then(
    (result) => {
      endSpan(span)
      return result
    },
    (error) => {
      endSpan(span, error)
      throw error
    },
  )
}

/** Log lines and spans created by the work belong to the span. */
export function inSpan<T>(span: Span | undefined, work: () => T): T {
  return span ? current.run(span, work) : work()
}

export function currentSpan(): Span | undefined {
  return current.getStore()
}

/** For log lines. A new object each time, because the logger modifies it. */
export function currentTrace(): { trace_id?: string; span_id?: string } {
  const span = current.getStore()
  if (!span) return {}
  const { traceId, spanId } = span.spanContext()
  return { trace_id: traceId, span_id: spanId }
}

export function traceparentOf(span: Span): string {
  const { traceId, spanId } = span.spanContext()
  return `00-${traceId}-${spanId}-01`
}

/** Undefined for traces that are not sampled. */
function fromTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? []
  if (!traceId || !spanId || !flags || !(Number.parseInt(flags, 16) & TraceFlags.SAMPLED)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }
}

function toOptions({ kind = 'inside', attributes = {}, beganMs }: SpanOptions, root: boolean) {
  return { kind: kinds[kind], attributes, root, startTime: toTime(beganMs ?? performance.now()) }
}

function toTime(ms: number): [seconds: number, nanoseconds: number] {
  const nowDriftMs = Date.now() - performance.timeOrigin - performance.now()
  if (Math.abs(nowDriftMs - driftMs) > maxDriftMs) driftMs = nowDriftMs
  const sinceEpochMs = performance.timeOrigin + driftMs + ms
  const seconds = Math.floor(sinceEpochMs / 1_000)
  return [seconds, Math.round((sinceEpochMs - seconds * 1_000) * 1e6)]
}
