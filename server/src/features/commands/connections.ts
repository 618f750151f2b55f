// The live connections of one gateway process, by what trackers call themselves.

import type { TrackerLine } from './command.types.ts'

/** As the gateway sets it for every connection. */
const usualKeepAliveMs = 60_000
/** The kernel then asks every second, and gives up after ten without an answer. */
const probeMs = 1_000
const probeForMs = 15_000

export interface Lines {
  add(line: TrackerLine): void
  remove(line: TrackerLine): void
  /** The oldest first. */
  of(identifier: string): readonly TrackerLine[]
  identifiers(): Iterable<string>
}

const none: readonly TrackerLine[] = []

export function createLines(): Lines {
  const lines = new Map<string, readonly TrackerLine[]>()
  return {
    add(line) {
      lines.set(line.identifier, [...(lines.get(line.identifier) ?? none), line])
    },
    remove(line) {
      const left = (lines.get(line.identifier) ?? none).filter((one) => one !== line)
      if (left.length > 0) lines.set(line.identifier, left)
      else lines.delete(line.identifier)
    },
    of: (identifier) => lines.get(identifier) ?? none,
    identifiers: () => lines.keys(),
  }
}

/** Whether nothing was written is certain when this says false. */
export function writeTo({ socket }: TrackerLine, bytes: Buffer): boolean {
  if (socket.destroyed) return false
  socket.write(bytes)
  return true
}

/**
 * A tracker that lost its network comes back over a new connection while the old one still looks alive here. Asked more
 * often, a dead one is found out within seconds.
 */
export function probe({ socket }: TrackerLine): void {
  socket.setKeepAlive(true, probeMs)
  setTimeout(() => {
    if (!socket.destroyed) socket.setKeepAlive(true, usualKeepAliveMs)
  }, probeForMs).unref()
}
