import type { Agent } from 'node:http'
import { createHttpLine } from './http-line.ts'
import type { Line, Patience, Witness } from './line.ts'
import type { Outbox } from './outbox.ts'
import type { Random } from './random.ts'
import { createTcpLine } from './tcp-line.ts'
import { createUdpLine } from './udp-line.ts'
import type { Way } from './ways.ts'

interface Needs {
  identifier: string
  host: string
  port: number
  /** For protocols over HTTP. */
  ingestUrl: string
  agent: Agent
  outbox: Outbox
  witness: Witness
  patience: Patience
  random: Random
}

/** The line of a tracker that speaks this way. */
export function openLine(way: Way, needs: Needs): Line {
  if (way.carrier === 'http') return createHttpLine({ ...needs, way })
  if (way.carrier === 'udp') return createUdpLine({ ...needs, way: { ...way, carrier: 'udp' } })
  return createTcpLine({ ...needs, way: { ...way, carrier: 'tcp' } })
}
