import type { Agent } from 'node:http'
import type { Connection, Observer, Timeouts, TrustedServer } from './connection.ts'
import { createHttpConnection } from './http-connection.ts'
import type { Outbox } from './outbox.ts'
import type { ProtocolVariant } from './protocol-variants.ts'
import type { Random } from './random.ts'
import { createTcpConnection } from './tcp-connection.ts'
import { createUdpConnection } from './udp-connection.ts'

interface Needs {
  identifier: string
  host: string
  port: number
  tls?: TrustedServer | undefined
  /** For protocols over HTTP. */
  ingestUrl: string
  agent: Agent
  outbox: Outbox
  observer: Observer
  timeouts: Timeouts
  random: Random
}

/** Opens the connection of a tracker with this protocol variant. */
export function openConnection(variant: ProtocolVariant, needs: Needs): Connection {
  if (variant.transport === 'http') return createHttpConnection({ ...needs, variant })
  if (variant.transport === 'udp')
    return createUdpConnection({ ...needs, variant: { ...variant, transport: 'udp' } })
  return createTcpConnection({ ...needs, variant: { ...variant, transport: 'tcp' } })
}
