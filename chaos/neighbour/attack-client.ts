// HTTP, TCP and UDP for attacks. Each attacker has an address of its own in 127.0.0.0/8, so that limits per address
// apply as on the internet.

import { createSocket } from 'node:dgram'
import type { OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import type { Outcome } from './waves.ts'

const answerWithinMs = 15_000
const agents = new Map<string, Agent>()

export interface HttpCall {
  method?: string
  path: string
  token?: string | undefined
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
  /** The address of the attacker. */
  from: string
}

/** Its status; 0 without an answer in time. The body is discarded. */
export function send(
  apiUrl: string,
  { method = 'GET', path, token, headers, body, from }: HttpCall,
): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(
      apiUrl + path,
      {
        method,
        agent: agentOf(from),
        timeout: answerWithinMs,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        response.resume()
        response.on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0))
      },
    )
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => resolve(0))
    outgoing.end(body)
  })
}

function agentOf(localAddress: string): Agent {
  const agent =
    agents.get(localAddress) ?? new Agent({ keepAlive: true, localAddress, maxSockets: 400, timeout: 30_000 })
  agents.set(localAddress, agent)
  return agent
}

export function outcomeOf(status: number): Outcome {
  if (status === 0) return 'unanswered'
  return status < 400 ? 'accepted' : 'refused'
}

/** A wrong credential that the server has looked at, instead of refusing to. */
export function guessOutcomeOf(status: number): Outcome {
  return status === 401 ? 'accepted' : outcomeOf(status)
}

/** Of the account's users. */
export const ownAddress = (turn: number) => `127.0.0.${2 + (turn % 3)}`
/** Of clients without credentials: ten of them. */
export const outsideAddress = (turn: number) => `127.0.1.${1 + (turn % 10)}`

/** A connection until the server closes it, or for the given time. The outcome is decided by what was received. */
export function holdConnection(
  port: number,
  {
    from,
    forMs,
    begin,
    outcome,
  }: {
    from: string
    forMs: number
    begin(socket: Socket): void
    outcome(received: { bytes: number; isClosedByServer: boolean }): Outcome
  },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    let bytes = 0
    let isEnding = false
    const timer = setTimeout(() => {
      isEnding = true
      socket.destroy()
    }, forMs)
    socket.on('connect', () => begin(socket))
    socket.on('data', (chunk) => {
      bytes += chunk.length
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(outcome({ bytes, isClosedByServer: !isEnding }))
    })
  })
}

export interface DatagramSender {
  send(datagram: Buffer): void
  /** Datagrams received so far. */
  replies(): number
}

export function openDatagrams(port: number): DatagramSender {
  const socket = createSocket('udp4')
  let replies = 0
  socket.on('message', () => {
    replies += 1
  })
  socket.on('error', () => {})
  socket.unref()
  return {
    send: (datagram) => socket.send(datagram, port, '127.0.0.1'),
    replies: () => replies,
  }
}
