// Wakes gateways when a command is queued. Signals are not durable: a lost one delays the command until the next
// poll.

import type { Context } from '../../platform/context.ts'

const subject = 'commands.waiting'

/** After the commit: the gateway with the tracker's connection sends its commands at once. */
export function wakeGateways({ bus }: Pick<Context, 'bus'>, identifier: string): void {
  bus.signal(subject, { identifier })
}

export function onWake({ bus }: Pick<Context, 'bus'>, wake: (identifier: string) => void): () => void {
  return bus.onSignal<{ identifier: string }>(subject, ({ identifier }) => wake(identifier))
}
