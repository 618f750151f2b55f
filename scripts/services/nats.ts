// A private NATS server with JetStream on 127.0.0.1, in a directory of its own.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getNatsServer } from './binaries.ts'
import type { Engine } from './engine.ts'
import { startEngine } from './engine.ts'
import { keepSecrets, writePrivately } from './files.ts'
import { withLock } from './lock.ts'
import type { NatsCluster } from './nats-config.ts'
import { natsConfig, natsUser } from './nats-config.ts'

export type NatsOptions = {
  /** Absolute, and the engine's own. */
  dir: string
  port?: number
  name?: string
  cluster?: NatsCluster
  /** It goes on after we end. */
  detached?: boolean
}

export type Nats = Omit<Engine<'client' | 'monitor'>, 'ports'> & {
  port: number
  dir: string
  /** With user and password. */
  url: string
  monitorUrl: string
  /** Stops it and deletes all it had. */
  remove(): Promise<void>
}

export const natsStopSignal = 'SIGTERM'

/** Starts it, or finds the one that already runs in this directory. */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const { dir, cluster, name = 'rastro' } = options
  mkdirSync(dir, { recursive: true })
  return withLock(dir, async () => {
    const password = cluster?.clientPassword ?? keepSecrets(dir, ['client']).client
    const file = getNatsServer()

    const { ports, ...engine } = await startEngine({
      name: 'NATS',
      dir,
      ports: { client: options.port, monitor: undefined },
      prepare({ client, monitor }) {
        const configFile = join(dir, 'nats.conf')
        writePrivately(
          configFile,
          natsConfig({ name, client, monitor, password, store: join(dir, 'jetstream'), cluster }),
        )
        return { file, args: ['--config', configFile], dir }
      },
      // A node that waits for the others of its cluster counts as started: the first one could never be otherwise.
      isReady: ({ monitor }) => isHealthy(monitorUrlOf(monitor), cluster ? '?js-enabled-only=true' : ''),
      stopSignal: natsStopSignal,
      onOurDeath: options.detached ? undefined : 'SIGKILL',
    })

    return {
      ...engine,
      port: ports.client,
      dir,
      url: `nats://${natsUser}:${password}@127.0.0.1:${ports.client}`,
      monitorUrl: monitorUrlOf(ports.monitor),
      async remove() {
        await engine.stop()
        rmSync(dir, { recursive: true, force: true })
      },
    }
  })
}

export function monitorUrlOf(port: number): string {
  return `http://127.0.0.1:${port}`
}

/** Whether the server says so itself; `question` narrows what it looks at. */
export async function isHealthy(monitorUrl: string, question = ''): Promise<boolean> {
  try {
    const answer = await fetch(`${monitorUrl}/healthz${question}`, { signal: AbortSignal.timeout(1_000) })
    return answer.ok
  } catch {
    return false
  }
}
