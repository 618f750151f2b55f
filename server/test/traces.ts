// An OTLP/HTTP receiver that stores spans, and draws a trace as a text tree.

import { openReceiver } from './receiver.ts'

export interface ArrivedSpan {
  name: string
  service: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  beganMs: number
  endedMs: number
  isFailed: boolean
  attributes: Record<string, unknown>
}

export interface TraceReceiver {
  url: string
  spans: ArrivedSpan[]
  /** In the order of their start. */
  of(traceId: string): ArrivedSpan[]
  close(): Promise<void>
}

export async function openTraceReceiver(): Promise<TraceReceiver> {
  const spans: ArrivedSpan[] = []
  const receiver = await openReceiver()
  receiver.behaviour = ({ json }) => {
    spans.push(...spansOf(json))
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }
  }
  return {
    url: receiver.url,
    spans,
    of: (traceId) =>
      spans.filter((span) => span.traceId === traceId).sort((one, other) => one.beganMs - other.beganMs),
    close: receiver.close,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an OTLP document.
function spansOf({ resourceSpans }: any): ArrivedSpan[] {
  const found: ArrivedSpan[] = []
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = String(attributesOf(resource.attributes)['service.name'])
    for (const { spans } of scopeSpans) {
      for (const span of spans) {
        found.push({
          name: span.name,
          service,
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId || undefined,
          beganMs: Number(BigInt(span.startTimeUnixNano) / 1_000n) / 1_000,
          endedMs: Number(BigInt(span.endTimeUnixNano) / 1_000n) / 1_000,
          isFailed: span.status?.code === 2,
          attributes: attributesOf(span.attributes),
        })
      }
    }
  }
  return found
}

function attributesOf(given: { key: string; value: Record<string, unknown> }[] = []) {
  return Object.fromEntries(given.map(({ key, value }) => [key, Object.values(value)[0]]))
}

/** Each span with its process, its start relative to the first, and its duration. */
export function treeOf(spans: ArrivedSpan[]): string {
  const [root] = spans.filter(({ parentSpanId }) => !spans.some(({ spanId }) => spanId === parentSpanId))
  if (!root) return ''
  const lines: [text: string, span: ArrivedSpan][] = []
  const draw = (span: ArrivedSpan, lead: string, branch: string) => {
    lines.push([`${lead}${branch}${span.name}`, span])
    const children = spans.filter(({ parentSpanId }) => parentSpanId === span.spanId)
    const below = branch === '' ? lead : `${lead}${branch === '└─ ' ? '   ' : '│  '}`
    for (const child of children) draw(child, below, child === children.at(-1) ? '└─ ' : '├─ ')
  }
  draw(root, '', '')
  const width = Math.max(...lines.map(([text]) => text.length))
  return lines
    .map(([text, { service, beganMs, endedMs }]) => {
      const began = `+${(beganMs - root.beganMs).toFixed(1)}`.padStart(7)
      const took = (endedMs - beganMs).toFixed(1).padStart(6)
      return `${text.padEnd(width)}  ${service.padEnd(15)} ${began} ms ${took} ms`
    })
    .join('\n')
}
