// A world with every role running and its API on a real port, as trackers and browsers see it. One process, so that
// all share the test's clock.

import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import { startReporter } from '../src/features/reports/reporter.api.ts'
import { startGateway } from '../src/roles/gateway.ts'
import { startNotifier } from '../src/roles/notifier.ts'
import { startTrips } from '../src/roles/trips.ts'
import type { World } from './world.ts'
import { openWorld } from './world.ts'

export interface WholeWorld extends World {
  gatewayPort: number
}

export async function openWholeWorld(
  httpPort: number,
  settings: Record<string, string> = {},
): Promise<WholeWorld> {
  const ports = {
    RASTRO_HTTP_PORT: String(httpPort),
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
  }
  const world = await openWorld({ ...ports, ...settings }, { worksOnJobs: true })
  const { ctx, app } = world
  const recorder = await recordLocations(ctx)
  const gateway = await startGateway(ctx)
  const notifier = await startNotifier(ctx)
  const trips = startTrips(ctx)
  // Not by its role, which would lower the priority of this process, and of all test files that follow in it.
  const reports = startReporter(ctx)
  await app.listen({ host: '127.0.0.1', port: httpPort })
  return Object.assign(world, {
    gatewayPort: gateway.port,
    close: closing(world, async () => {
      await app.close()
      await gateway.stop()
      await notifier.stop()
      await trips.stop()
      await reports.stop()
      await recorder.stop()
    }),
  })
}

/** Stops the roles before the services. */
function closing({ close }: World, stop: () => Promise<void>): () => Promise<void> {
  return async () => {
    await stop()
    await close()
  }
}
