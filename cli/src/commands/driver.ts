// Drivers, their tags, and the devices that they drive.

import type { Driver, DriverSession, Rastro, UnknownTag } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { findDevice, findDriver } from '../finding.ts'
import { printList, timeOf } from '../listing.ts'
import { fieldsOf, print } from '../output.ts'
import { periodOf } from '../period.ts'
import { requireConsent } from '../prompt.ts'

const driverWords = 'name, tag, or drv_…'
const deviceWords = 'identifier (IMEI), name, or dev_…'
const perPage = 200

const list = () =>
  asClient(new Command('list').option('--search <text>', 'part of the name, or a tag'))
    .description('list drivers')
    .action((options: ClientOptions & { search?: string }) =>
      connected(options, async (rastro) => {
        const query = { limit: perPage, ...(options.search && { search: options.search }) }
        const columns = {
          id: ({ id }: Driver) => id,
          name: ({ name }: Driver) => name,
          phone: ({ phone }: Driver) => phone,
          license: ({ licenseNumber }: Driver) => licenseNumber,
          tags: ({ tags }: Driver) => tags.map(({ tag }) => tag).join(' '),
        }
        await printList(options, driversOf(rastro.pages('/api/drivers', { query })), columns, 'No drivers.')
      }),
    )

async function* driversOf(pages: AsyncIterable<{ drivers: Driver[] }>): AsyncGenerator<Driver[]> {
  for await (const { drivers } of pages) yield drivers
}

const show = () =>
  asClient(new Command('show'))
    .description('show a driver')
    .argument('<driver>', driverWords)
    .action((text: string, options: ClientOptions) =>
      connected(options, async (rastro) => printRecord(options, await findDriver(rastro, text))),
    )

interface Fields extends ClientOptions {
  name?: string
  phone?: string
  email?: string
  license?: string
  note?: string
}

const withFields = (command: Command) =>
  command
    .option('--phone <number>', 'phone number')
    .option('--email <address>', 'e-mail address')
    .option('--license <number>', 'number of the driving license')
    .option('--note <text>', 'free text')

/** An empty text clears a field. */
function bodyOf({ name, phone, email, license, note }: Fields) {
  return {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone: phone || null }),
    ...(email !== undefined && { email: email || null }),
    ...(license !== undefined && { licenseNumber: license || null }),
    ...(note !== undefined && { note: note || null }),
  }
}

const create = () =>
  asClient(withFields(new Command('create').requiredOption('--name <name>', 'name')))
    .description('create a driver')
    .action((options: Fields) =>
      connected(options, async (rastro) => {
        const body = { name: '', ...bodyOf(options) }
        printRecord(options, await rastro.post('/api/drivers', { body }))
      }),
    )

const update = () =>
  asClient(withFields(new Command('update').option('--name <name>', 'name')))
    .description('change a driver')
    .argument('<driver>', driverWords)
    .action((text: string, options: Fields) =>
      connected(options, async (rastro) => {
        const body = bodyOf(options)
        if (Object.keys(body).length === 0)
          throw new UsageError('Nothing to change. See --help for the options.')
        const path = { driverId: (await findDriver(rastro, text)).id }
        printRecord(options, await rastro.patch('/api/drivers/{driverId}', { path, body }))
      }),
    )

const erase = () =>
  asClient(new Command('delete').option('--yes', 'skip confirmation'))
    .description('delete a driver; trips of the past keep the name')
    .argument('<driver>', driverWords)
    .action((text: string, options: ClientOptions & { yes?: boolean }) =>
      connected(options, async (rastro) => {
        const { id, name } = await findDriver(rastro, text)
        await requireConsent(`Delete the driver "${name}" (${id})?`, options)
        await rastro.delete('/api/drivers/{driverId}', { path: { driverId: id } })
        print(options, { deleted: id }, `Deleted ${id}`)
      }),
    )

interface PeriodOptions extends ClientOptions {
  from?: string
  to?: string
}

const tag = () =>
  asClient(
    new Command('tag')
      .option('--from <time>', 'since when; without it, always')
      .option('--to <time>', 'until when'),
  )
    .description('give a tag to a driver, also back in time')
    .argument('<driver>', driverWords)
    .argument('<tag>', 'as the device reports it')
    .action((text: string, value: string, options: PeriodOptions) =>
      connected(options, async (rastro) => {
        const path = { driverId: (await findDriver(rastro, text)).id }
        const body = { tag: value, ...periodOf(options) }
        await rastro.post('/api/drivers/{driverId}/tags', { path, body })
        printRecord(options, await rastro.get('/api/drivers/{driverId}', { path }))
      }),
    )

const untag = () =>
  asClient(new Command('untag'))
    .description('take a tag from a driver, also for the past')
    .argument('<driver>', driverWords)
    .argument('<tag>', 'its text, or dtg_…')
    .action((text: string, value: string, options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { id: driverId, tags, name } = await findDriver(rastro, text)
        const found = tags.filter((one) => one.id === value || one.tag === value)
        if (found.length === 0) throw new UsageError(`"${name}" has no tag "${value}".`)
        for (const { id: tagId } of found) {
          await rastro.delete('/api/drivers/{driverId}/tags/{tagId}', { path: { driverId, tagId } })
        }
        printRecord(options, await rastro.get('/api/drivers/{driverId}', { path: { driverId } }))
      }),
    )

const unknown = () =>
  asClient(new Command('unknown-tags'))
    .description('list tags of the last 90 days that are of nobody')
    .action((options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { unknownTags } = await rastro.get('/api/drivers/unknownTags')
        const columns = {
          tag: (one: UnknownTag) => one.tag,
          sessions: ({ sessions }: UnknownTag) => sessions,
          'last seen': ({ lastSeenAt }: UnknownTag) => timeOf(lastSeenAt),
          device: ({ deviceName }: UnknownTag) => deviceName,
        }
        await printList(options, [unknownTags], columns, 'None.')
      }),
    )

const sessions = () =>
  asClient(
    new Command('sessions')
      .option('--from <time>', 'only after this time: 2026-11-15, or 2026-11-15T08:00:00Z')
      .option('--to <time>', 'only before this time'),
  )
    .description('list when a driver drove which device, newest first')
    .argument('<driver>', driverWords)
    .action((text: string, options: PeriodOptions) =>
      connected(options, (rastro) => {
        const columns = {
          device: ({ deviceName }: DriverSession) => deviceName,
          start: ({ startedAt }: DriverSession) => timeOf(startedAt),
          end: ({ endedAt }: DriverSession) => timeOf(endedAt),
          source: ({ source, tag }: DriverSession) => tag ?? source,
        }
        return printList(options, sessionsOf(rastro, text, options), columns, 'None.')
      }),
    )

async function* sessionsOf(
  rastro: Rastro,
  text: string,
  options: PeriodOptions,
): AsyncGenerator<DriverSession[]> {
  const path = { driverId: (await findDriver(rastro, text)).id }
  const query = { ...periodOf(options), limit: perPage }
  const pages = rastro.pages('/api/drivers/{driverId}/sessions', { path, query })
  for await (const page of pages) yield page.sessions
}

const assign = () =>
  asClient(
    new Command('assign')
      .option('--from <time>', 'since when; default: now')
      .option('--to <time>', 'until when; default: without end'),
  )
    .description('assign a driver to a device')
    .argument('<device>', deviceWords)
    .argument('<driver>', `${driverWords}; "nobody" ends the assignment`)
    .action((device: string, text: string, options: PeriodOptions) =>
      connected(options, async (rastro) => {
        const path = { deviceId: (await findDevice(rastro, device)).id }
        const driverId = text === 'nobody' ? null : (await findDriver(rastro, text)).id
        const body = { driverId, ...periodOf(options) }
        const { driver, assignments } = await rastro.put('/api/devices/{deviceId}/driver', { path, body })
        print(options, { driver, assignments }, fieldsOf({ driver: driver?.name ?? 'nobody' }))
      }),
    )

function printRecord(options: ClientOptions, driver: Driver): void {
  const { id, name, phone, email, licenseNumber, note, tags } = driver
  const shown = { id, name, phone, email, licenseNumber, note }
  const words = fieldsOf({ ...shown, tags: tags.map((one) => one.tag).join(' ') || 'none' })
  print(options, { ...shown, tags }, words)
}

export function driverCommand(): Command {
  return new Command('driver')
    .description('manage drivers and their tags')
    .addCommand(list())
    .addCommand(show())
    .addCommand(create())
    .addCommand(update())
    .addCommand(erase())
    .addCommand(tag())
    .addCommand(untag())
    .addCommand(unknown())
    .addCommand(sessions())
    .addCommand(assign())
}
