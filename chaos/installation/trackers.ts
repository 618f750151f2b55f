// The simulated trackers of an installation: of several protocols, over TCP, UDP and HTTP.

import type { Fleet, FleetOptions } from '../../simulator/src/fleet.ts'
import { createFleet } from '../../simulator/src/fleet.ts'
import type { Installation } from './installation.ts'

type Wanted = Omit<FleetOptions, 'host' | 'port' | 'ingestUrl' | 'ways'> & Pick<Partial<FleetOptions>, 'ways'>

export function createTrackers(
  { gatewayPort, apiUrl }: Pick<Installation, 'gatewayPort' | 'apiUrl'>,
  { ways = ['teltonika', 'teltonika-udp', 'gt06', 'osmand'], ...wanted }: Wanted,
): Fleet {
  return createFleet({
    ...wanted,
    ways,
    host: '127.0.0.1',
    port: gatewayPort,
    ingestUrl: `${apiUrl}/ingest`,
  })
}
