// The API of a world under other settings: after the installation was started again, with the same database.

import type { AddressInfo } from 'node:net'
import { readConfig } from '../src/config/config.ts'
import type { App } from '../src/platform/http/server.ts'
import { createHealth } from '../src/platform/observability/health.ts'
import { createSites } from '../src/platform/sites/sites.ts'
import { createApi } from '../src/roles/api.ts'
import type { World } from './world.ts'

export async function openApiWith(
  { ctx, env }: World,
  settings: Record<string, string>,
): Promise<{ port: number; close(): Promise<void> }> {
  const restarted = { ...ctx, config: readConfig({ ...env, ...settings }) }
  const changed = { ...restarted, sites: createSites(restarted) }
  const watching = await changed.sites.watch()
  const app = await createApi(
    changed,
    createHealth(changed, () => false),
  )
  return {
    port: await listen(app),
    async close() {
      await app.close()
      watching.stop()
    },
  }
}

/** On a port of this machine. */
export async function listen(app: App): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}
