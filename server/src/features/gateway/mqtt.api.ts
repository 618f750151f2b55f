// Phones with OwnTracks by way of an MQTT broker. The broker keeps a message until we acknowledge it, and we do so only
// when our log holds it: whatever dies in between, it comes again.

import { setTimeout as sleep } from 'node:timers/promises'
import type { IPublishPacket } from 'mqtt'
import { connect } from 'mqtt'
import type { Gateway } from './gateway.types.ts'
import { keepPublished } from './mqtt-messages.ts'

/** The phone itself, and the regions it enters and leaves. Retained ones come once, not with every connection. */
const topics = ['owntracks/+/+', 'owntracks/+/+/event']
const subscription = { qos: 1, rh: 1 } as const
const maxBytes = 262_144
/** The broker forgets who is away longer than this, with all that waits for him. */
const rememberedSeconds = 30 * 86_400
const retryAfterMs = 1_000
const reconnectAfterMs = 2_000
/** Another process has our name and took over. Both would otherwise throw each other out without end. */
const takenOver = 0x8e
const giveWayForMs = 15_000
const goodbyeMs = 3_000
/** Of what the broker answers to a wish to read. */
const firstRefusal = 0x80

export function listenMqtt(
  gateway: Gateway,
  { url, clientId }: { url: string; clientId: string },
): { stop(): Promise<void> } {
  const { log } = gateway.ctx
  const address = new URL(url).hostname
  const client = connect(url, {
    protocolVersion: 5,
    clientId,
    clean: false,
    resubscribe: false,
    reconnectPeriod: reconnectAfterMs,
    properties: { sessionExpiryInterval: rememberedSeconds, maximumPacketSize: maxBytes },
  })
  let line = 0
  let isStopping = false
  let working: Promise<void> = Promise.resolve()

  client.on('connect', () => {
    line += 1
    client.options.reconnectPeriod = reconnectAfterMs
    client.subscribe(topics, subscription, (error, granted) => {
      const isRefused = granted?.some(({ qos }) => qos >= firstRefusal)
      if (isRefused) log.error({ topics }, 'the broker does not let us read')
      // The line broke meanwhile: we ask again on the next.
      else if (error) log.warn({ err: error }, 'the broker')
      else log.info({ address, topics }, 'listening for phones over MQTT')
    })
  })
  client.on('disconnect', ({ reasonCode }) => {
    if (reasonCode !== takenOver) return
    log.warn({ clientId }, 'another process has taken our place at the broker')
    client.options.reconnectPeriod = giveWayForMs
  })
  client.on('error', (error) => log.warn({ err: error }, 'the broker'))

  // One after the other: the next is taken when this was called back, and calling back acknowledges.
  client.handleMessage = ({ topic, payload }: IPublishPacket, acknowledge) => {
    if (isStopping) return
    const heardOn = line
    working = keepAtLast(topic, Buffer.from(payload)).then((isKept) => {
      // On another line it would acknowledge what the broker has meanwhile sent anew.
      if (isKept && heardOn === line) acknowledge()
    })
  }

  /** While the log is away we ask again and again; the broker waits meanwhile. */
  async function keepAtLast(topic: string, payload: Buffer): Promise<boolean> {
    for (;;) {
      try {
        await keepPublished(gateway, { topic, payload, address })
        return true
      } catch (error) {
        log.warn({ err: error }, 'a message of the broker could not be stored yet')
        if (isStopping) return false
        await sleep(retryAfterMs)
      }
    }
  }

  return {
    async stop() {
      isStopping = true
      await working
      await Promise.race([client.endAsync(), sleep(goodbyeMs, undefined, { ref: false })])
      await client.endAsync(true)
    },
  }
}
