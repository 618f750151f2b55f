/** One event on its way to a broker. */
export interface BrokerMessage {
  eventId: string
  /** The topic, or the routing key. */
  address: string
  body: string
  /** What an HTTP request would carry, the signature included. */
  headers: Record<string, string>
}

/** A connection to a broker, for one webhook. */
export interface BrokerConnection {
  /** Resolves once the broker has confirmed; throws a message for users otherwise. */
  publish(message: BrokerMessage): Promise<void>
  isOpen(): boolean
  close(): void
}

export interface Credentials {
  userName: string | null
  password: string | null
}
