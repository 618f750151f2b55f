// The live connections of one gateway process, by tracker identifier.

import type { TrackerConnection } from './command.types.ts'

/** The keep-alive of every connection of the gateway. */
const usualKeepAliveMs = 60_000
/** The kernel then probes every second, and gives up after ten without an answer. */
const probeMs = 1_000
const probeForMs = 15_000

export interface Connections {
  add(connection: TrackerConnection): void
  remove(connection: TrackerConnection): void
  /** Oldest first. */
  of(identifier: string): readonly TrackerConnection[]
  identifiers(): Iterable<string>
}

const none: readonly TrackerConnection[] = []

export function createConnections(): Connections {
  const connections = new Map<string, readonly TrackerConnection[]>()
  return {
    add(connection) {
      connections.set(connection.identifier, [
        ...(connections.get(connection.identifier) ?? none),
        connection,
      ])
    },
    remove(connection) {
      const left = (connections.get(connection.identifier) ?? none).filter((one) => one !== connection)
      if (left.length > 0) connections.set(connection.identifier, left)
      else connections.delete(connection.identifier)
    },
    of: (identifier) => connections.get(identifier) ?? none,
    identifiers: () => connections.keys(),
  }
}

/** False only if certainly nothing was written. */
export function writeTo({ socket }: TrackerConnection, bytes: Buffer): boolean {
  if (socket.destroyed) return false
  socket.write(bytes)
  return true
}

/**
 * A tracker that lost its network reconnects while its old connection still looks alive. Frequent keep-alive probes
 * detect the dead one within seconds.
 */
export function probe({ socket }: TrackerConnection): void {
  socket.setKeepAlive(true, probeMs)
  setTimeout(() => {
    if (!socket.destroyed) socket.setKeepAlive(true, usualKeepAliveMs)
  }, probeForMs).unref()
}
