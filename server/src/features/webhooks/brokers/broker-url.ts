// The URL of a broker: where to connect, and where in it each event is published.

export interface BrokerAddress {
  kind: 'mqtt' | 'amqp'
  /** AMQP only. */
  virtualHost: string
  exchange: string
  /** The topic or the routing key, with placeholders. */
  template: string
}

const placeholders = ['kind', 'type', 'deviceId'] as const
/** In place of a device, for events of the account. */
const noDevice = 'account'
const defaultExchange = 'amq.topic'
const defaultRoutingKey = '{type}.{deviceId}'
const maxTopicBytes = 500
/** Of AMQP 0-9-1, for short strings. */
const maxRoutingKeyBytes = 255
/** The longest that a type and an identifier add to a template. */
const maxFilledBytes = 100

export function isBrokerUrl(url: string): boolean {
  return /^(mqtt|amqp)s?:/i.test(url)
}

/** The parts of a URL beyond the host, or what is wrong with it. */
export function brokerAddressOf(text: string): BrokerAddress | string {
  if (!URL.canParse(text)) return 'is not a URL'
  const url = new URL(text)
  const path = decoded(url.pathname.slice(1))
  if (path === undefined) return 'has a path that is not valid'
  if (url.hash) return 'must not contain "#"'
  return url.protocol.startsWith('mqtt') ? topicOf(url, path) : routeOf(url, path)
}

/** The topic or routing key of an event. */
export function fill(template: string, event: { type: string; deviceId?: string | null }): string {
  const values = { kind: event.type.split('.')[0]!, type: event.type, deviceId: event.deviceId ?? noDevice }
  return template.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name])
}

function topicOf(url: URL, template: string): BrokerAddress | string {
  if (url.search) return 'must not contain "?"'
  if (template === '') return 'needs a topic after the host, like /rastro/{type}/{deviceId}'
  if (/[+#\0]/.test(template)) return 'must not contain the wildcards + and # in its topic'
  const fault = faultOfTemplate(template, maxTopicBytes, 'topic')
  return fault ?? { kind: 'mqtt', virtualHost: '', exchange: '', template }
}

function routeOf(url: URL, path: string): BrokerAddress | string {
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'exchange' && name !== 'routingKey')
  if (unknown) return `must not contain the parameter "${unknown}": only exchange and routingKey`
  const exchange = url.searchParams.get('exchange') ?? defaultExchange
  const template = url.searchParams.get('routingKey') ?? defaultRoutingKey
  if (Buffer.byteLength(exchange) > maxRoutingKeyBytes) return 'has an exchange that is too long'
  const fault = faultOfTemplate(template, maxRoutingKeyBytes - maxFilledBytes, 'routing key')
  return fault ?? { kind: 'amqp', virtualHost: path === '' ? '/' : path, exchange, template }
}

function faultOfTemplate(template: string, maxBytes: number, what: string): string | undefined {
  const unknown = [...template.matchAll(/\{(\w*)\}/g)].find(
    ([, name]) => !placeholders.includes(name as never),
  )
  if (unknown)
    return `has the unknown placeholder ${unknown[0]}: use ${placeholders.map((name) => `{${name}}`).join(', ')}`
  if (Buffer.byteLength(template) > maxBytes) return `has a ${what} of more than ${maxBytes} bytes`
  return undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
