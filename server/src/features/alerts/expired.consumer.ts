import { done } from '../../platform/bus-events.ts'
import type { Context } from '../../platform/context.ts'
import { deviceExpired } from '../devices/device.events.ts'
import { unpack } from '../news/bundle.service.ts'
import { raiseExpired } from './expired.service.ts'

/** Device expiries are news of another room; rules of the kind `expired` make alerts of them. */
export function alertOfExpiries(ctx: Context): Promise<void> {
  return ctx.bus.events.work('device', 'alerts-of-expiries', async (message) => {
    for (const { type, json } of unpack(message)) {
      if (type === deviceExpired) await raiseExpired(ctx, message.accountId, JSON.parse(json))
    }
    return done
  })
}
