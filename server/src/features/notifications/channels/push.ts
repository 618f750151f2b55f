// Notifications in the browsers of a user (web push). The address is the id of the user.

import type { Context } from '../../../platform/context.ts'
import { sendToBrowsers } from '../push/fan-out.ts'
import { createPushService } from '../push/push-service.ts'
import { createVapidKeys } from '../push/vapid-key.ts'
import type { Transport } from './channel.types.ts'

export function createPush(ctx: Pick<Context, 'config' | 'db' | 'now'>): Transport {
  const service = createPushService(ctx, createVapidKeys(ctx))
  return {
    async send({ to, accountId, content }) {
      if (accountId === undefined || !content.push)
        throw new Error('a push message needs an account and its texts')
      try {
        return await sendToBrowsers(ctx, service, { accountId, userId: to }, content.push)
      } catch (error) {
        // Some browsers may have received it.
        return { kind: 'unknown', why: (error as Error).message }
      }
    },
    async stop() {
      service.stop()
    },
  }
}
