// What gateways tell each other of commands. Nothing of it is kept: a look at the database finds out too, only later.

import type { Context } from '../../platform/context.ts'

const subject = 'commands.waiting'

/** After the commit: whichever gateway has this tracker's connection looks at once what waits for it. */
export function wakeGateways({ bus }: Pick<Context, 'bus'>, identifier: string): void {
  bus.signal(subject, { identifier })
}

export function onWaking({ bus }: Pick<Context, 'bus'>, wake: (identifier: string) => void): () => void {
  return bus.onSignal<{ identifier: string }>(subject, ({ identifier }) => wake(identifier))
}
