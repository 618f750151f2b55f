import { done } from '../../platform/bus.ts'
import type { Context } from '../../platform/context.ts'
import { deviceExpired } from '../devices/device.events.ts'
import { raiseExpired } from './expired.service.ts'

/** Device expiries are news of another room; rules of the kind `expired` make alerts of them. */
export function alertOfExpiries(ctx: Context): Promise<void> {
  return ctx.bus.consume(deviceExpired, 'alerts-of-expiries', async (news, accountId) => {
    await raiseExpired(ctx, accountId, news)
    return done
  })
}
