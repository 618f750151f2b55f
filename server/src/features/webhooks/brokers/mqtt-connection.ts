// A connection to an MQTT 5 broker. Version 5, because version 3 confirms what the broker did not accept.

import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { MqttClient } from 'mqtt'
import { describeError } from '../../../platform/outbound/guard.ts'
import type { BrokerConnection, Credentials } from './broker.types.ts'
import { limitReceived } from './limit-received.ts'

const keepAliveSeconds = 60
/** Confirmations are smaller. */
const maxPacketBytes = 4_096

export function connectMqtt(
  openSocket: () => Socket,
  { userName, password }: Credentials,
  timeoutMs: number,
): Promise<BrokerConnection> {
  return new Promise((resolve, reject) => {
    let reason: Error | undefined
    const client = new MqttClient(
      () => {
        const socket = openSocket()
        socket.on('error', (error) => {
          reason ??= error
        })
        limitReceived(socket)
        return socket
      },
      {
        protocolVersion: 5,
        clean: true,
        clientId: `rastro-${randomBytes(8).toString('hex')}`,
        ...(userName !== null && { username: userName }),
        ...(password !== null && { password }),
        keepalive: keepAliveSeconds,
        connectTimeout: timeoutMs,
        reconnectPeriod: 0,
        properties: { maximumPacketSize: maxPacketBytes },
      },
    )
    client.on('error', (error) => {
      reason ??= error
    })
    client.on('close', () => {
      reject(new Error(described(reason)))
      client.end(true)
    })
    client.on('connect', () =>
      resolve({
        isOpen: () => client.connected,
        async publish({ address, body, headers }) {
          const { 'content-type': contentType, ...userProperties } = headers
          try {
            await client.publishAsync(address, body, {
              qos: 1,
              properties: {
                ...(contentType && { contentType }),
                payloadFormatIndicator: true,
                userProperties,
              },
            })
          } catch (error) {
            throw new Error(described(client.connected ? (error as Error) : (reason ?? (error as Error))))
          }
        },
        close: () => client.end(true),
      }),
    )
  })
}

/** Errors of the protocol have a numeric code, and a text that a user understands. */
function described(error: (Error & { code?: unknown }) | undefined): string {
  if (!error) return 'the broker ended the connection'
  return typeof error.code === 'number'
    ? `the broker refused: ${error.message}`
    : describeError(error, 'broker')
}
