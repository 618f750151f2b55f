// An installation whose processes are replaced one by one, as in a rolling upgrade.

import type { ServerProcess } from './processes.ts'
import { spawnServer } from './processes.ts'

export const rolledRoles = ['recorder', 'notifier', 'gateway', 'api'] as const
export type RolledRole = (typeof rolledRoles)[number]

export interface Rolling {
  /** The current address for clients. */
  url(): string
  /** Replaces the process of a role by one of another version, by default the current one. */
  roll(role: RolledRole, version?: string): Promise<void>
  /** Logged errors of all processes, with role and version. */
  errors(): string[]
  stop(): Promise<void>
}

/** `version` is the `rastro` command of the initial version. */
export async function startRolling(env: Record<string, string>, version: string): Promise<Rolling> {
  const running = new Map<RolledRole, ServerProcess>()
  const all: { name: string; process: ServerProcess }[] = []
  async function start(role: RolledRole, main?: string): Promise<void> {
    const started = await spawnServer(env, [role], { version: main })
    running.set(role, started)
    all.push({ name: `${role} of the ${main ? 'initial' : 'current'} version`, process: started })
  }
  await Promise.all(rolledRoles.map((role) => start(role, version)))

  return {
    url: () => running.get('api')!.url,
    async roll(role, main) {
      const before = running.get(role)!
      // Two gateways cannot share the port; other roles overlap.
      if (role === 'gateway') await before.stop()
      await start(role, main)
      if (role !== 'gateway') await before.stop()
    },
    errors: () =>
      all.flatMap(({ name, process: { lines } }) =>
        lines.filter(({ level }) => level === 'error').map(({ msg }) => `${name}: ${msg}`),
      ),
    async stop() {
      await Promise.all([...running.values()].map((one) => one.stop()))
    },
  }
}
