// Visits of geofences, and the devices inside.

import type { Rastro, Visit } from '@rastro/client'
import { Command, Option } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { findDevice, findGeofence } from '../finding.ts'
import { printList, timeOf } from '../listing.ts'
import { hoursOf, kilometresOf } from '../measures.ts'
import { periodOf } from '../period.ts'

const geofenceWords = 'its name, or geo_…'
const perPage = 200

interface ListOptions extends ClientOptions {
  from?: string
  to?: string
  device?: string
  type?: 'stayed' | 'passed'
}

const list = () =>
  asClient(
    new Command('list')
      .option('--from <time>', 'only after this time: 2026-11-15, or 2026-11-15T08:00:00Z')
      .option('--to <time>', 'only before this time')
      .option('--device <device>', 'only of this device: identifier (IMEI), name, or dev_…')
      .addOption(new Option('--type <type>', 'only of this type').choices(['stayed', 'passed'])),
  )
    .description('list visits of a geofence, or of all geofences, newest first')
    .argument('[geofence]', geofenceWords)
    .action((text: string | undefined, options: ListOptions) =>
      connected(options, (rastro) => printList(options, visitsOf(rastro, text, options), columns, 'None.')),
    )

async function* visitsOf(
  rastro: Rastro,
  text: string | undefined,
  { type, device, ...options }: ListOptions,
): AsyncGenerator<Visit[]> {
  const query = {
    ...periodOf(options),
    ...(text !== undefined && { geofenceId: (await findGeofence(rastro, text)).id }),
    ...(device !== undefined && { deviceId: (await findDevice(rastro, device)).id }),
    ...(type !== undefined && { type }),
    limit: perPage,
  }
  for await (const { visits } of rastro.pages('/api/visits', { query })) yield visits
}

const present = () =>
  asClient(new Command('present'))
    .description('list the devices inside a geofence')
    .argument('<geofence>', geofenceWords)
    .action((text: string, options: ClientOptions) =>
      connected(options, (rastro) => printList(options, presentIn(rastro, text), columns, 'None.')),
    )

async function* presentIn(rastro: Rastro, text: string): AsyncGenerator<Visit[]> {
  const path = { geofenceId: (await findGeofence(rastro, text)).id }
  const query = { limit: perPage }
  for await (const { visits } of rastro.pages('/api/geofences/{geofenceId}/present', { path, query }))
    yield visits
}

const columns = {
  geofence: ({ geofenceId }: Visit) => geofenceId,
  device: ({ deviceId }: Visit) => deviceId,
  entered: ({ enteredAt }: Visit) => timeOf(enteredAt),
  left: ({ leftAt }: Visit) => (leftAt === null ? 'inside' : timeOf(leftAt)),
  type: ({ type }: Visit) => type,
  time: ({ duration }: Visit) => hoursOf(duration),
  km: ({ distance }: Visit) => kilometresOf(distance),
  idle: ({ idleSeconds }: Visit) => hoursOf(idleSeconds),
}

export function visitCommand(): Command {
  return new Command('visit').description('visits of geofences').addCommand(list()).addCommand(present())
}
