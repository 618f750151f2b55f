// Attacks of the account's users on the names of places: points in tangled geofences, searches that match much or
// nothing, wide searches for devices, and a geocoder that is slow.

import type { Attack } from '../attack.types.ts'
import { zigzag } from '../own-account.ts'
import { get, post } from './posts.ts'

/** The most that one call may have. */
const pointsPerCall = 200
const maxTextLength = 200

/** Points among corridors of 9,000 positions, none of which an index can leave out. */
export const tangledPoints: Attack = {
  name: 'tangled-points',
  callsPerSecond: 15,
  maxInFlight: 24,
  open: (targets) => {
    const bodies = Array.from({ length: 10 }, (_, seed) => ({
      points: zigzag(pointsPerCall, seed).map(([longitude, latitude]) => ({ latitude, longitude })),
    }))
    return (turn) => post(targets, turn, '/api/places/reverse', bodies[turn % bodies.length]!)
  },
}

/** One letter, which thousands of towns begin with, in regions that none is in; every geofence; and long texts. */
export const endlessSearches: Attack = {
  name: 'endless-searches',
  callsPerSecond: 30,
  maxInFlight: 40,
  open: (targets) => {
    const texts = [
      's,zzz',
      's',
      'corridor',
      `a${',b'.repeat(maxTextLength / 2 - 1)}`,
      '1°'.repeat(maxTextLength / 2),
      '1 '.repeat(maxTextLength / 2),
      'é'.repeat(maxTextLength),
      '%'.repeat(maxTextLength),
    ]
    return (turn) => {
      const query = new URLSearchParams({ q: texts[turn % texts.length]!, limit: '50' })
      return get(targets, turn, `/api/places/search?${query}`)
    }
  },
}

/** As many devices as a call may have, within the largest radius, from points near and far. */
export const wideNeighbourhoods: Attack = {
  name: 'wide-neighbourhoods',
  callsPerSecond: 30,
  maxInFlight: 40,
  open: (targets) => (turn) => {
    const latitude = 10 + (turn % 7) / 2
    return get(
      targets,
      turn,
      `/api/devices/near?latitude=${latitude}&longitude=10.25&radius=500000&limit=100`,
    )
  },
}

/**
 * The geocoder of the installation takes 0.7 s, which is not too late. No two lookups are the same. More of them would
 * only spend the time of the account, and so weaken its other attacks.
 */
export const slowAddresses: Attack = {
  name: 'slow-addresses',
  callsPerSecond: 3,
  maxInFlight: 4,
  open: (targets) => (turn) => {
    const path =
      turn % 2 === 0
        ? `/api/places/reverse?latitude=${(turn % 80) + turn / 1e6}&longitude=10`
        : `/api/places/search?q=Calle+${turn}&addresses=true&limit=1`
    return get(targets, turn, path)
  },
}
