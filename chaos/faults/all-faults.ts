// An installation for all faults: services on small private disks, changeable clocks, and a network that loses
// packets. Runs only in its own namespaces (see sealed.ts).

import { join } from 'node:path'
import { startPostgres } from '../../scripts/services/postgres.ts'
import type { Installation, InstallOptions } from '../installation/installation.ts'
import { installOn } from '../installation/installation.ts'
import { makeClock } from './clock.ts'
import { makeDisk } from './disk.ts'
import type { Victim } from './faults.ts'
import { basicFaults } from './faults.ts'
import { createNetwork } from './network.ts'

const postgresDiskMb = 3_072
const natsDiskMb = 2_048
/** NATS refuses a stream that is larger than its disk. */
const settings = { RASTRO_LOCATION_LOG_MAX_MB: '768' }

export interface FaultyInstallation {
  installation: Installation
  victims: Map<string, Victim>
}

export async function installWithAllFaults(options: InstallOptions): Promise<FaultyInstallation> {
  const disks = { postgres: makeDisk('postgres', postgresDiskMb), nats: makeDisk('nats', natsDiskMb) }
  const clocks = new Map(
    ['postgres', ...Object.keys(options.processes)].map((name) => [name, makeClock(name)]),
  )
  const installation = await installOn(
    () =>
      startPostgres({
        dir: join(disks.postgres.path, 'postgres'),
        settings: { shared_buffers: '256MB', max_wal_size: '512MB' },
        env: clocks.get('postgres')!.env,
      }),
    {
      ...options,
      natsDir: join(disks.nats.path, 'nats'),
      settings: { ...settings, ...options.settings },
      own: Object.fromEntries(
        Object.keys(options.processes).map((name) => [
          name,
          { ...options.own?.[name], ...clocks.get(name)!.env },
        ]),
      ),
    },
  )
  const { postgres, roles } = installation
  const nats = installation.nats[0]!
  const network = createNetwork()
  const gateway = network.victimAt(installation.gatewayPort)
  const api = network.victimAt(Number(new URL(installation.apiUrl).port))
  const roleOf = (name: string): Victim => ({
    ...basicFaults(roles.get(name)!),
    'wrong clock': clocks.get(name)!.wrong,
  })
  const victims = new Map<string, Victim>([
    [
      'postgres',
      {
        ...basicFaults(postgres),
        ...network.victimAt(postgres.port),
        // Without space for its WAL, PostgreSQL exits and must be restarted.
        'full disk': disks.postgres.fullDisk(postgres.start),
        'slow disk': disks.postgres.slowDisk(postgres.pid),
        'wrong clock': clocks.get('postgres')!.wrong,
      },
    ],
    [
      'nats',
      {
        ...basicFaults(nats),
        ...network.victimAt(nats.port),
        'full disk': disks.nats.fullDisk(),
        'slow disk': disks.nats.slowDisk(nats.pid),
      },
    ],
    ['gateway', { ...roleOf('gateway'), ...gateway }],
    ['recorder', roleOf('recorder')],
    ...(roles.has('trips-2') ? [['trips-2', roleOf('trips-2')] as const] : []),
    ['api', { ...roleOf('api'), ...api }],
  ])
  return { installation, victims }
}

/** The faults of CI: nothing that requires root. */
export function usualVictims({ roles, postgres, nats }: Installation): Map<string, Victim> {
  const processes = ['gateway', 'recorder', 'api', 'trips-2']
    .filter((name) => roles.has(name))
    .map((name) => [name, basicFaults(roles.get(name)!)] as const)
  return new Map([['postgres', basicFaults(postgres)], ['nats', basicFaults(nats[0]!)], ...processes])
}
