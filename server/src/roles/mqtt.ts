// The mqtt role: receives messages that phones and other services publish to a broker.

import { ConfigError } from '../config/config.ts'
import { createGateway } from '../features/gateway/gateway.api.ts'
import { listenMqtt } from '../features/gateway/mqtt.api.ts'
import { createIngestAuthenticator } from '../features/ingest-keys/ingest-key.api.ts'
import { createMappings } from '../features/ingest-keys/mapping.api.ts'
import type { Context } from '../platform/context.ts'

/** Messages are read one after the other, so an account that uses up its time at once delays the others by that much. */
const mappingBurstMs = 1_000

export function startMqtt(ctx: Context): { stop(): Promise<void> } {
  const { mqttUrl, mqttClientId } = ctx.config.gateway
  if (!mqttUrl) throw new ConfigError(['RASTRO_MQTT_URL is not set, but the mqtt role requires it'])
  const gateway = createGateway(ctx)
  const mappings = createMappings({ burstMs: mappingBurstMs })
  const keyed = { ingestKeys: createIngestAuthenticator(ctx), mappings }
  const listener = listenMqtt(gateway, keyed, { url: mqttUrl, clientId: mqttClientId })
  return {
    async stop() {
      await listener.stop()
      mappings.stop()
      gateway.stop()
    },
  }
}
