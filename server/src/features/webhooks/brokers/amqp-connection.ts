// A connection to an AMQP 0-9-1 broker, such as RabbitMQ.

import type { Socket } from 'node:net'
import { connect } from 'amqplib'
import type { ConnectOptions } from '../../../platform/outbound/guard.ts'
import { describeError } from '../../../platform/outbound/guard.ts'
import type { BrokerConnection, Credentials } from './broker.types.ts'
import type { BrokerAddress } from './broker-url.ts'
import { limitReceived } from './limit-received.ts'

const heartbeatSeconds = 30
const maxFrameBytes = 131_072
/** For the broker to confirm that it closes. */
const closeMs = 2_000

export async function connectAmqp(
  { isSecure, ...target }: ConnectOptions & { isSecure: boolean },
  { virtualHost, exchange }: BrokerAddress,
  { userName, password }: Credentials,
  timeoutMs: number,
): Promise<BrokerConnection> {
  const { host, port, lookup, servername } = target
  // Ends the socket whatever the broker does: one that answers slowly would keep it open.
  const abort = new AbortController()
  const deadline = setTimeout(() => abort.abort(), timeoutMs)
  let reason: Error | undefined
  let isOpen = true
  const ended = (error?: Error) => {
    reason ??= error
    isOpen = false
  }
  const socketOptions = { lookup, servername, noDelay: true, signal: abort.signal }
  const connection = await connect(
    {
      protocol: isSecure ? 'amqps' : 'amqp',
      hostname: host,
      port,
      vhost: virtualHost,
      ...(userName !== null && { username: userName, password: password ?? '' }),
      heartbeat: heartbeatSeconds,
      frameMax: maxFrameBytes,
    },
    socketOptions,
  ).catch((error) => {
    clearTimeout(deadline)
    throw new Error(described(error))
  })
  connection.on('error', ended)
  connection.on('close', () => ended())
  limitReceived((connection.connection as unknown as { stream: Socket }).stream)
  const channel = await connection.createConfirmChannel().catch((error) => {
    abort.abort()
    throw new Error(described(error))
  })
  clearTimeout(deadline)
  channel.on('error', ended)
  channel.on('close', () => ended())
  return {
    isOpen: () => isOpen,
    publish: ({ eventId, address, body, headers }) =>
      new Promise((resolve, reject) => {
        const { 'content-type': contentType = '', ...others } = headers
        const options = { persistent: true, messageId: eventId, contentType, headers: others }
        channel.publish(exchange, address, Buffer.from(body), options, (error) => {
          if (error) reject(new Error(described(reason ?? error)))
          else resolve()
        })
      }),
    close: () => {
      isOpen = false
      connection.close().catch(() => {})
      setTimeout(() => abort.abort(), closeMs).unref()
    },
  }
}

/** The broker's own words are quoted at the end of what the library throws. */
function described(error: Error): string {
  const [, reason] = /"([^"]+)"$/.exec(error.message) ?? []
  if (reason) return `the broker refused: ${reason}`
  if (error.message.includes('got <ConnectionClose'))
    return 'the broker refused: the virtual host does not exist, or is not open to this user'
  return describeError(error, 'broker')
}
