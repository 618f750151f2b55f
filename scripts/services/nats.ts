// A private NATS server with JetStream on 127.0.0.1, in its own directory.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getNatsServer } from './binaries.ts'
import { keepSecrets, writePrivately } from './files.ts'
import { withLock } from './lock.ts'
import type { NatsCluster } from './nats-config.ts'
import { natsConfig, natsUser } from './nats-config.ts'
import type { Service } from './service.ts'
import { startService } from './service.ts'

export type NatsOptions = {
  /** Absolute, and used by nothing else. */
  dir: string
  port?: number
  name?: string
  cluster?: NatsCluster
  /** Keeps running after the parent process exits. */
  detached?: boolean
}

export type Nats = Omit<Service<'client' | 'monitor'>, 'ports'> & {
  port: number
  dir: string
  /** With user and password. */
  url: string
  monitorUrl: string
  /** Stops it and deletes all its data. */
  remove(): Promise<void>
}

export const natsStopSignal = 'SIGTERM'

/** Starts it, or finds the one already running in this directory. */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const { dir, cluster, name = 'rastro' } = options
  mkdirSync(dir, { recursive: true })
  return withLock(dir, async () => {
    const password = cluster?.clientPassword ?? keepSecrets(dir, ['client']).client
    const file = getNatsServer()

    const { ports, ...service } = await startService({
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
      // A cluster node that waits for its peers counts as started; otherwise the first node never would be.
      isReady: ({ monitor }) => isHealthy(monitorUrlOf(monitor), cluster ? '?js-enabled-only=true' : ''),
      stopSignal: natsStopSignal,
      onOurDeath: options.detached ? undefined : 'SIGKILL',
    })

    return {
      ...service,
      port: ports.client,
      dir,
      url: `nats://${natsUser}:${password}@127.0.0.1:${ports.client}`,
      monitorUrl: monitorUrlOf(ports.monitor),
      async remove() {
        await service.stop()
        rmSync(dir, { recursive: true, force: true })
      },
    }
  })
}

export function monitorUrlOf(port: number): string {
  return `http://127.0.0.1:${port}`
}

/** Whether the server reports itself healthy; `question` narrows what it checks. */
export async function isHealthy(monitorUrl: string, question = ''): Promise<boolean> {
  try {
    const answer = await fetch(`${monitorUrl}/healthz${question}`, { signal: AbortSignal.timeout(1_000) })
    return answer.ok
  } catch {
    return false
  }
}
