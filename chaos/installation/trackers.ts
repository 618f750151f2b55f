// The simulated trackers of an installation: several protocols, over TCP, UDP and HTTP.

import type { Fleet, FleetOptions } from '../../simulator/src/fleet.ts'
import { createFleet } from '../../simulator/src/fleet.ts'
import type { Installation } from './installation.ts'

type Wanted = Omit<FleetOptions, 'host' | 'port' | 'ingestUrl' | 'variants'> &
  Pick<Partial<FleetOptions>, 'variants'>

export function createTrackers(
  { gatewayPort, ingestUrl }: Pick<Installation, 'gatewayPort' | 'ingestUrl'>,
  { variants = ['teltonika', 'teltonika-udp', 'gt06', 'osmand'], ...wanted }: Wanted,
): Fleet {
  return createFleet({
    ...wanted,
    variants,
    host: '127.0.0.1',
    port: gatewayPort,
    ingestUrl,
  })
}
