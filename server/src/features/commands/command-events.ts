// Every change of the state of a command emits an event.

import type { Tx } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import type { CommandEvent } from './command.types.ts'

/** In the transaction of the change. */
export async function emitCommandEvent(ctx: Pick<Tx, 'db' | 'now'>, command: CommandEvent): Promise<void> {
  const { id, deviceId, deviceNumber, type, state, reason } = command
  metrics.commands.inc({ state })
  const at = ctx.now()
  await addToOutbox(ctx, [
    {
      // A command can be queued again, or acknowledged after it failed: the time makes each event unique.
      id: `${id}:${state}:${at.getTime()}`,
      type: `command.${state}`,
      at,
      deviceNumber,
      deviceId,
      data: { commandId: id, type, state, reason },
    },
  ])
}
