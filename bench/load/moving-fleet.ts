// A large moving fleet.

import { createLocationWriter } from '../../server/src/features/recorder/location-log.api.ts'
import type { LocationRow } from '../../server/src/features/recorder/location-row.types.ts'
import type { Installation } from '../installation.ts'

type Place = [latitude: number, longitude: number]

const cities: Place[] = [
  [40.4, -3.7],
  [38.7, -9.1],
  [19.4, -99.1],
  [-23.5, -46.6],
  [-34.6, -58.4],
  [41.9, -87.6],
  [52.5, 13.4],
  [48.9, 2.4],
  [4.7, -74.1],
  [-33.4, -70.7],
]

interface Region {
  /** Devices are dense around each centre. */
  centers: Place[]
  radiusDeg: number
}

const tenCities: Region = { centers: cities, radiusDeg: 4 }
export const oneCity: Region = { centers: [cities[2]!], radiusDeg: 1 }

/** All devices move north together. */
const driftDeg = () => ((Date.now() / 3_600_000) * 0.2) % 0.5

/** Every device moves; its locations are written to the log as a gateway would. */
export function createMovingFleet({ open, account }: Installation, { centers, radiusDeg } = tenCities) {
  const writer = createLocationWriter(open.ctx)
  const row = (index: number): LocationRow => {
    const [latitude, longitude] = centers[index % centers.length]!
    const [far, angle] = [(((index * 7919) % 1_000) / 1_000) * radiusDeg, index]
    const now = Date.now()
    return [
      [account.accountId, account.deviceIds[index]!],
      now,
      now,
      Math.round((latitude + far * Math.sin(angle) + driftDeg()) * 1e7),
      Math.round((longitude + far * Math.cos(angle)) * 1e7),
      index + (now % 1_000_000),
      null,
      index % 3 === 0 ? 0 : 300 + (index % 900),
      (index * 17) % 3_600,
      null,
      9,
      null,
      'api',
    ]
  }
  const count = account.deviceIds.length
  return {
    /** The first centre as it is now. */
    center(): Place {
      const [latitude, longitude] = centers[0]!
      return [latitude + driftDeg(), longitude]
    },
    async reportAll() {
      for (let from = 0; from < count; from += 1_000) {
        await Promise.all(
          Array.from({ length: Math.min(1_000, count - from) }, (_, index) =>
            writer.write([row(from + index)]),
          ),
        )
      }
    },
    begin(rate: number) {
      const beganAt = performance.now()
      let written = 0
      const timer = setInterval(() => {
        const due = Math.floor(((performance.now() - beganAt) / 1_000) * rate)
        while (written < due) {
          writer.write([row((written * 31) % count)]).catch(() => {})
          written += 1
        }
      }, 50)
      return {
        perSecond: () => written / ((performance.now() - beganAt) / 1_000),
        stop: () => clearInterval(timer),
      }
    },
  }
}
