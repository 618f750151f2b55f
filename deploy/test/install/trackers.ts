// Simulated trackers of an installation, of which the last one uses TLS.

import type { Fleet } from '../../../simulator/src/fleet.ts'
import { createFleet } from '../../../simulator/src/fleet.ts'

export interface Trackers {
  /** The times of the acknowledged locations by tracker. */
  acknowledged(): Map<string, Set<number>>
  watchSilence(): void
  /** The longest times without an acknowledgement. */
  longestSilences(): { plainMs: number; tlsMs: number }
  stopReporting(): void
  /** Whether everything was acknowledged in time. */
  drained(withinMs: number): Promise<boolean>
  stop(): void
}

interface Options {
  address: string
  /** To which the certificate was issued, by this authority. */
  host: string
  ca: string
  identifiers: readonly string[]
}

export function startTrackers({ address, host, ca, identifiers }: Options): Trackers {
  const plain = createFleet({
    identifiers: identifiers.slice(0, -1),
    variants: ['teltonika', 'teltonika-udp'],
    locationsPerSecond: 4,
    host: address,
    port: 5_000,
  })
  const overTls = createFleet({
    identifiers: identifiers.slice(-1),
    variants: ['teltonika'],
    locationsPerSecond: 1,
    host: address,
    port: 5_443,
    tls: { ca, servername: host },
  })
  const fleets: Fleet[] = [plain, overTls]
  for (const fleet of fleets) fleet.start()
  return {
    acknowledged: () => new Map(fleets.flatMap((fleet) => [...fleet.acknowledged()])),
    watchSilence() {
      for (const fleet of fleets) fleet.watchSilence()
    },
    longestSilences: () => ({
      plainMs: plain.statistics().longestSilenceMs,
      tlsMs: overTls.statistics().longestSilenceMs,
    }),
    stopReporting() {
      for (const fleet of fleets) fleet.stopReporting()
    },
    async drained(withinMs) {
      const all = await Promise.all(fleets.map((fleet) => fleet.drained(withinMs)))
      return all.every(Boolean)
    },
    stop() {
      for (const fleet of fleets) fleet.stop()
    },
  }
}
