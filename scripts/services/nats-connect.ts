// Connects to NATS by a URL with user and password, which the client library does not parse itself.
import type { NatsConnection } from '@nats-io/transport-node'
import { connect } from '@nats-io/transport-node'

export function connectNats(...urls: string[]): Promise<NatsConnection> {
  const [first, ...rest] = urls.map((url) => new URL(url))
  const servers = [first!, ...rest].map(({ host }) => host)
  return connect({ servers, user: first!.username, pass: first!.password })
}
