import { done } from '../../platform/bus/event-log.ts'
import type { Context } from '../../platform/context.ts'
import { deviceExpired } from '../devices/device.events.ts'
import { unpack } from '../events/event-encoding.api.ts'
import { raiseExpired } from './expired-devices.ts'

/** Rules of the kind `expired` turn device.expired events into alerts. */
export function alertOfExpiries(ctx: Context): Promise<void> {
  return ctx.bus.events.work('device', 'alerts-of-expiries', async (message) => {
    for (const { type, json } of unpack(message)) {
      if (type === deviceExpired) await raiseExpired(ctx, message.accountId, JSON.parse(json))
    }
    return done
  })
}
