// A private etcd on 127.0.0.1, in which Patroni's nodes elect their leader. A production cluster has three.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from './service.ts'
import { startService } from './service.ts'

export async function startEtcd(dir: string): Promise<Service<'client' | 'peer'>> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  return startService({
    name: 'etcd',
    dir,
    ports: { client: undefined, peer: undefined },
    prepare({ client, peer }) {
      const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
      const args = {
        name: 'rastro',
        'data-dir': join(dir, 'store'),
        'listen-client-urls': clientUrl,
        'advertise-client-urls': clientUrl,
        'listen-peer-urls': peerUrl,
        'initial-advertise-peer-urls': peerUrl,
        'initial-cluster': `rastro=${peerUrl}`,
        'log-level': 'error',
      }
      return {
        file: '/usr/bin/etcd',
        args: Object.entries(args).map(([key, value]) => `--${key}=${value}`),
        dir,
      }
    },
    async isReady({ client }) {
      try {
        const answer = await fetch(`http://127.0.0.1:${client}/health`, {
          signal: AbortSignal.timeout(1_000),
        })
        return answer.ok
      } catch {
        return false
      }
    },
    stopSignal: 'SIGTERM',
    onOurDeath: 'SIGKILL',
  })
}
