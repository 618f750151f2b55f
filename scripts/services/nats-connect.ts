// A connection to a NATS server by an address that carries user and password, which the client cannot read itself.
import type { NatsConnection } from '@nats-io/transport-node'
import { connect } from '@nats-io/transport-node'

export function connectNats(...urls: string[]): Promise<NatsConnection> {
  const [first, ...rest] = urls.map((url) => new URL(url))
  const servers = [first!, ...rest].map(({ host }) => host)
  return connect({ servers, user: first!.username, pass: first!.password })
}
