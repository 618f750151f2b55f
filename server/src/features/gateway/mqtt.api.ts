// What phones and other services publish to an MQTT broker. The broker keeps a message until the gateway acknowledges it,
// which it does only once the log holds it: after a crash it is delivered again.

import { setTimeout as sleep } from 'node:timers/promises'
import type { IPublishPacket } from 'mqtt'
import { connect } from 'mqtt'
import { CallerError, UnavailableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Gateway, Keyed, Published } from './gateway.types.ts'
import { storePublished } from './mqtt-messages.ts'

/** Locations, and the regions that phones enter and leave. */
const phoneTopics = ['owntracks/+/+', 'owntracks/+/+/event']
/** Begin with the id of an ingest key. */
const keyTopics = ['rastro/+/#']
/** `rh: 1`: retained messages only for a new subscription. */
const subscription = { qos: 1, rh: 1 } as const
const maxBytes = 262_144
/** After this the broker drops the session with its queued messages. */
const sessionExpirySeconds = 30 * 86_400
const retryAfterMs = 1_000
const reconnectAfterMs = 2_000
/** Another process took over the client id. Reconnecting at once would make both disconnect each other for ever. */
const sessionTakenOver = 0x8e
const yieldForMs = 15_000
const disconnectWithinMs = 3_000
/** Of the reason codes that the broker answers to a subscription. */
const firstFailureCode = 0x80

/** Mappings have a connection of their own, so that none delays a phone: messages of a connection are stored in order. */
export function listenMqtt(
  gateway: Gateway,
  keyed: Keyed,
  { url, clientId }: { url: string; clientId: string },
): { stop(): Promise<void> } {
  const store = (published: Published) => storePublished(gateway, keyed, published)
  const connections = [
    openConnection(gateway.ctx, { url, clientId, topics: phoneTopics, store }),
    openConnection(gateway.ctx, { url, clientId: `${clientId}-keys`, topics: keyTopics, store }),
  ]
  return {
    async stop() {
      await Promise.all(connections.map((connection) => connection.stop()))
    },
  }
}

interface Listening {
  url: string
  clientId: string
  topics: string[]
  /** Resolves once the message is durable. */
  store(published: Published): Promise<void>
}

function openConnection(
  { log }: Gateway['ctx'],
  { url, clientId, topics, store }: Listening,
): { stop(): Promise<void> } {
  const address = new URL(url).hostname
  const client = connect(url, {
    protocolVersion: 5,
    clientId,
    clean: false,
    resubscribe: false,
    reconnectPeriod: reconnectAfterMs,
    properties: { sessionExpiryInterval: sessionExpirySeconds, maximumPacketSize: maxBytes },
  })
  let connectionCount = 0
  let isStopping = false
  let working: Promise<void> = Promise.resolve()

  client.on('connect', () => {
    connectionCount += 1
    client.options.reconnectPeriod = reconnectAfterMs
    client.subscribe(topics, subscription, (error, granted) => {
      const isRefused = granted?.some(({ qos }) => qos >= firstFailureCode)
      if (isRefused) log.error({ topics }, 'the broker refused the subscription')
      // The connection was lost meanwhile: the next one subscribes again.
      else if (error) log.warn({ err: error }, 'MQTT broker error')
      else log.info({ address, topics }, 'listening over MQTT')
    })
  })
  client.on('disconnect', ({ reasonCode }) => {
    if (reasonCode !== sessionTakenOver) return
    log.warn({ clientId }, 'another process took over the MQTT session')
    client.options.reconnectPeriod = yieldForMs
  })
  client.on('error', (error) => log.warn({ err: error }, 'MQTT broker error'))

  // Sequential: the callback acknowledges the message and requests the next one.
  client.handleMessage = ({ topic, payload }: IPublishPacket, acknowledge) => {
    if (isStopping) return
    const receivedOn = connectionCount
    working = storeWithRetry(topic, Buffer.from(payload)).then((isStored) => {
      // On a newer connection it would acknowledge a message that the broker has redelivered.
      if (isStored && receivedOn === connectionCount) acknowledge()
    })
  }

  /** Retries while the log is unavailable; the broker waits. */
  async function storeWithRetry(topic: string, payload: Buffer): Promise<boolean> {
    for (;;) {
      try {
        await store({ topic, payload, address })
        return true
      } catch (error) {
        if (error instanceof CallerError && !(error instanceof UnavailableError)) {
          // One account above its limit must not stop the queue, which all accounts share.
          log.warn({ err: error, topic }, 'MQTT message dropped')
          metrics.refused.inc({ reason: 'dropped' })
          return true
        }
        log.warn({ err: error }, 'MQTT message not stored yet, retrying')
        if (isStopping) return false
        await sleep(retryAfterMs)
      }
    }
  }

  return {
    async stop() {
      isStopping = true
      await working
      await Promise.race([client.endAsync(), sleep(disconnectWithinMs, undefined, { ref: false })])
      await client.endAsync(true)
    },
  }
}
