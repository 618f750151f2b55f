// Traces by OpenTelemetry: what happened to one frame or request, over all processes. Off unless it is set where to send
// them; then nobody gets a span, and asking for one costs a comparison. Spans never hold positions, names or secrets.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span as OpenSpan, SpanContext, Tracer } from '@opentelemetry/api'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import type { Config } from '../../config/config.ts'

export type Span = OpenSpan

/** Which end of a line it is, where it is one. */
const kinds = {
  inside: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/** A span that something else continues: itself, or its W3C `traceparent` where it is in another process. */
export type Parent = Span | string | null | undefined

export interface SpanOptions {
  kind?: keyof typeof kinds
  attributes?: Attributes
  /** By `traceClock`; now, where it is absent. */
  beganMs?: number
}

let tracer: Tracer | undefined
let ratio = 0
/** Between the two clocks, so that all spans of a process lie on one line. */
let driftMs = 0
const maxDriftMs = 5
const sendEveryMs = 1_000
const current = new AsyncLocalStorage<Span>()

/** Returns how to stop: what was not sent is sent. */
export async function startTracing(config: Config['tracing'], role: string): Promise<() => Promise<void>> {
  const { otlpUrl } = config
  if (!otlpUrl) return async () => {}
  // Who does not trace does not load it.
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

/** For what may turn out later to belong to a trace. */
export function traceClock(): number {
  return tracer ? performance.now() : 0
}

/** The same of an instant that another process wrote down. */
export function toTraceClock(at: Date): number {
  return at.getTime() - performance.timeOrigin - driftMs
}

/** Begins a trace for some, and for whatever must be seen in any case. */
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
  // Messages of errors may quote what a customer wrote.
  if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name })
  span.end(toTime(endedMs))
}

/** The span ends when the work does. */
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

/** What is logged and begun meanwhile belongs to the span. */
export function inSpan<T>(span: Span | undefined, work: () => T): T {
  return span ? current.run(span, work) : work()
}

export function currentSpan(): Span | undefined {
  return current.getStore()
}

/** For log lines. A new object each time: the log writes into it. */
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

/** Only of traces that are being recorded; others are as good as none. */
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
