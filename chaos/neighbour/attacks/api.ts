// Attacks of the account's users on the API: expensive reads, large bodies, contended rows, and open streams.

import { setTimeout as sleep } from 'node:timers/promises'
import { followStream } from '../../../simulator/src/stream-client.ts'
import type { Attack } from '../attack.types.ts'
import { outcomeOf, ownAddress, send } from '../attack-client.ts'
import { get, patch, tokenOf } from './posts.ts'

/** Finding 9: every request in another language. */
export const timeZones: Attack = {
  name: 'time-zones',
  callsPerSecond: 15,
  maxInFlight: 16,
  open: (targets) => (turn) => {
    const letter = (index: number) => String.fromCharCode(97 + (index % 26))
    const language = `${letter(turn)}${letter(Math.floor(turn / 26))}-${letter(turn * 7)}${letter(turn * 11)}`
    return get(targets, turn, '/api/users/timeZones', {
      'accept-language': `${language},de;q=0.${1 + (turn % 9)}`,
    })
  },
}

/** Finding 17: 180 reads of one account at once. */
export const parallelReads: Attack = {
  name: 'parallel-reads',
  callsPerSecond: 60,
  maxInFlight: 180,
  open: (targets) => {
    const { historyDeviceId, history } = targets.own
    const paths = [
      '/api/lastLocations',
      `/api/devices/${historyDeviceId}/locations?from=${history.from}&to=${history.to}&limit=1000`,
      '/api/devices?search=e',
      '/api/audit?limit=1000',
    ]
    return (turn) => get(targets, turn, paths[turn % paths.length]!)
  },
}

/** The whole history of a device, simplified and as GPX. */
export const trackExports: Attack = {
  name: 'track-exports',
  callsPerSecond: 3,
  maxInFlight: 12,
  open: (targets) => {
    const { historyDeviceId, history } = targets.own
    const path = `/api/devices/${historyDeviceId}/locations?from=${history.from}&to=${history.to}&simplify=1`
    return (turn) => get(targets, turn, path, { accept: 'application/gpx+xml' })
  },
}

/** Files of ten thousand faulty rows. */
export const importPreviews: Attack = {
  name: 'import-previews',
  callsPerSecond: 1,
  maxInFlight: 4,
  open: (targets) => {
    const row = (index: number) => `Device ${index},${'d'.repeat(300)},not-an-identifier-${index},x`
    const rows = Array.from({ length: 9_999 }, (_, index) => row(index))
    const body = `name,description,identifier,phoneNumber\n${rows.join('\n')}\n`
    const headers = { 'content-type': 'text/csv' }
    return async (turn) => {
      const call = { method: 'POST', path: '/api/devices/import/preview', token: tokenOf(targets, turn) }
      return outcomeOf(await send(targets.apiUrl, { ...call, from: ownAddress(turn), headers, body }))
    }
  },
}

/** Changes of the same device, which wait for each other. */
export const contendedWrites: Attack = {
  name: 'contended-writes',
  callsPerSecond: 40,
  maxInFlight: 60,
  open: (targets) => (turn) =>
    patch(targets, turn, `/api/devices/${targets.own.deviceIds[0]}`, {
      description: `Changed ${turn} ${'x'.repeat(1_000)}`,
    }),
}

/** Streams whose subscriber does not read. */
export const sleepingSubscribers: Attack = {
  name: 'sleeping-subscribers',
  callsPerSecond: 20,
  maxInFlight: 200,
  open: (targets) => async (turn) => {
    const client = followStream({
      url: () => `${targets.apiUrl}/api/stream`,
      token: () => tokenOf(targets, turn),
      onEvent() {},
      reconnects: false,
    })
    client.sleep()
    await sleep(4_000)
    const isOpen = client.connections() > 0
    const refusal = client.refusal()
    client.close()
    return isOpen ? 'accepted' : refusal ? 'refused' : 'unanswered'
  },
}
