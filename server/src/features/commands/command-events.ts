// Each change of a command's state is an event.

import type { Tx } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { announce } from '../events/outbox.api.ts'
import type { CommandNews } from './command.types.ts'

/** In the transaction that makes the change. */
export async function announceCommand(ctx: Pick<Tx, 'db' | 'now'>, command: CommandNews): Promise<void> {
  const { id, deviceId, deviceNumber, type, state, reason } = command
  metrics.commands.inc({ state })
  const at = ctx.now()
  await announce(ctx, [
    {
      // A command may be given back to the queue, and answered after it failed: each time is told apart.
      id: `${id}:${state}:${at.getTime()}`,
      type: `command.${state}`,
      at,
      deviceNumber,
      deviceId,
      data: { command: id, type, state, reason },
    },
  ])
}
