// The mqtt role: receives messages that phones publish to a broker.

import { ConfigError } from '../config/config.ts'
import { createGateway } from '../features/gateway/gateway.api.ts'
import { listenMqtt } from '../features/gateway/mqtt.api.ts'
import type { Context } from '../platform/context.ts'

export function startMqtt(ctx: Context): { stop(): Promise<void> } {
  const { mqttUrl, mqttClientId } = ctx.config.gateway
  if (!mqttUrl) throw new ConfigError(['RASTRO_MQTT_URL is not set, but the mqtt role requires it'])
  const gateway = createGateway(ctx)
  const listener = listenMqtt(gateway, { url: mqttUrl, clientId: mqttClientId })
  return {
    async stop() {
      await listener.stop()
      gateway.stop()
    },
  }
}
