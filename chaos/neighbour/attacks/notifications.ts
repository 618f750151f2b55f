// Attacks on the notifier, which all accounts share.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Attack } from '../attack.types.ts'
import { outcomeOf, ownAddress, send } from '../attack-client.ts'
import { post, tokenOf } from './posts.ts'

/** Critical alerts of changing names, each mailed to a hundred contacts. */
export const alertStorm: Attack = {
  name: 'alert-storm',
  callsPerSecond: 3,
  maxInFlight: 8,
  open: (targets) => (turn) => {
    const { deviceIds } = targets.own
    const alert = { name: `storm ${turn} ${Date.now()}`, severity: 'critical', text: 'x'.repeat(1_000) }
    return post(targets, turn, `/api/devices/${deviceIds[turn % deviceIds.length]}/alerts`, { alert })
  },
}

/** Webhooks of every event, to a receiver that never answers. */
export const silentWebhooks: Attack = {
  name: 'silent-webhooks',
  callsPerSecond: 10,
  maxInFlight: 12,
  open: (targets) => {
    const receiver = createServer(() => {}).listen(0, '127.0.0.9')
    receiver.unref()
    return async (turn) => {
      if (turn < 12) {
        const { port } = receiver.address() as AddressInfo
        return post(targets, turn, '/api/webhooks', {
          name: `Silent ${turn}`,
          url: `http://127.0.0.9:${port}/${turn}`,
        })
      }
      const { deviceIds } = targets.own
      return outcomeOf(
        await send(targets.apiUrl, {
          method: 'PATCH',
          path: `/api/devices/${deviceIds[turn % deviceIds.length]}`,
          token: tokenOf(targets, turn),
          from: ownAddress(turn),
          headers: { 'content-type': 'application/merge-patch+json' },
          body: JSON.stringify({ description: `Changed ${turn}` }),
        }),
      )
    }
  },
}
