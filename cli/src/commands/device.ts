import type { Device, Rastro } from '@rastro/client'
import { vehicleTypes } from '@rastro/client/constants'
import { Command, Option } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { findDevice, findGroup } from '../finding.ts'
import { printList, timeOf } from '../listing.ts'
import { gathered, tagsOf, wholeFrom } from '../options.ts'
import { fieldsOf, print } from '../output.ts'
import { requireConsent } from '../prompt.ts'
import { bulk } from './device-bulk.ts'
import { near } from './device-near.ts'
import { photo } from './device-photo.ts'

const deviceWords = 'its identifier (IMEI), name, or dev_…'

interface ListOptions extends ClientOptions {
  search?: string
  group?: string
  tag?: string
  state?: 'active' | 'expired'
  presence?: (typeof presences)[number]
  sort?: (typeof orders)[number]
}

const presences = ['online', 'offline', 'never'] as const
const orders = ['name', '-name', 'createdAt', '-createdAt', 'lastSeenAt', '-lastSeenAt'] as const

const list = () =>
  asClient(new Command('list'))
    .description('list devices')
    .option('--search <text>', 'part of the name, identifier, phone number or license plate')
    .option('--group <group>', 'only devices of this group: its name, or grp_…')
    .option('--tag <tag>', 'only devices with this tag: name, or name:value')
    .addOption(new Option('--state <state>', 'only devices in this state').choices(['active', 'expired']))
    .addOption(
      new Option(
        '--presence <presence>',
        'only devices seen within the last ten minutes, seen before, or never seen',
      ).choices(presences),
    )
    .addOption(new Option('--sort <order>', 'order of the list; - reverses it').choices(orders))
    .action((options: ListOptions) =>
      connected(options, async (rastro) => {
        const { search, tag, state, presence, sort } = options
        const groupId = options.group && (await findGroup(rastro, options.group)).id
        const query = {
          limit: 500,
          ...(search && { search }),
          ...(tag && { tag }),
          ...(state && { state }),
          ...(presence && { presence }),
          ...(sort && { sort }),
          ...(groupId && { groupId }),
        }
        const pages = rastro.pages('/api/devices', { query })
        await printList(options, devicesOf(pages), columns, 'No devices.')
      }),
    )

const columns = {
  id: ({ id }: Device) => id,
  identifier: ({ identifier }: Device) => identifier,
  name: ({ name }: Device) => name,
  state: ({ state, online }: Device) => (state === 'expired' ? state : online ? 'online' : 'offline'),
  'last seen': ({ lastSeenAt }: Device) => timeOf(lastSeenAt),
}

async function* devicesOf(pages: AsyncIterable<{ devices: Device[] }>): AsyncGenerator<Device[]> {
  for await (const { devices } of pages) yield devices
}

const show = () =>
  asClient(new Command('show'))
    .description('show a device')
    .argument('<device>', deviceWords)
    .action((text: string, options: ClientOptions) =>
      connected(options, async (rastro) => printRecord(options, await findDevice(rastro, text))),
    )

interface Fields extends ClientOptions {
  name?: string
  identifier?: string
  phone?: string
  model?: string
  vehicle?: (typeof vehicleTypes)[number] | ''
  plate?: string
  driver?: string
  driverPhone?: string
  protocol?: string
  description?: string
  group?: string[]
  tag?: string[]
  expires?: string
  dailyEmails?: number
  dailySms?: number
}

function withFields(command: Command): Command {
  return command
    .option('--identifier <identifier>', 'identifier of the tracker, usually its IMEI')
    .option('--phone <number>', 'phone number of the SIM')
    .option('--model <model>', 'manufacturer and model')
    .addOption(new Option('--vehicle <type>', 'type of vehicle').choices([...vehicleTypes, '']))
    .option('--plate <plate>', 'license plate')
    .option('--driver <name>', 'name of the driver')
    .option('--driver-phone <number>', 'phone number of the driver')
    .option('--protocol <protocol>', 'protocol of the tracker')
    .option('--description <text>', 'free text')
    .option('--group <group>', 'group of the device; may be repeated', gathered)
    .option('--tag <name=value>', 'a tag; may be repeated', gathered)
    .option('--expires <date>', 'first day on which the device is expired, or "never"')
    .option('--daily-emails <number>', 'maximum number of e-mails a day', wholeFrom(0))
    .option('--daily-sms <number>', 'maximum number of SMS a day', wholeFrom(0))
}

const create = () =>
  asClient(withFields(new Command('create').requiredOption('--name <name>', 'name of the device')))
    .description('create a device; it uses a license')
    .action((options: Fields) =>
      connected(options, async (rastro) => {
        const body = { name: options.name!, ...(await documentOf(rastro, options)) }
        printRecord(options, (await rastro.post('/api/devices', { body })).device)
      }),
    )

const update = () =>
  asClient(withFields(new Command('update').option('--name <name>', 'name of the device')))
    .description('change the given fields; groups and tags are replaced')
    .argument('<device>', deviceWords)
    .action((text: string, options: Fields) =>
      connected(options, async (rastro) => {
        const body = { ...(options.name && { name: options.name }), ...(await documentOf(rastro, options)) }
        if (Object.keys(body).length === 0)
          throw new UsageError('Nothing to change. See --help for the options.')
        const path = { deviceId: (await findDevice(rastro, text)).id }
        printRecord(options, (await rastro.patch('/api/devices/{deviceId}', { path, body })).device)
      }),
    )

/** An empty text clears a field. */
async function documentOf(rastro: Rastro, options: Fields) {
  const { identifier, phone, model, protocol, description, group, tag } = options
  const { vehicle, plate, driver, driverPhone } = options
  const groups = group && (await Promise.all(group.filter(Boolean).map((name) => findGroup(rastro, name))))
  const limits = limitsOf(options)
  return {
    ...(identifier !== undefined && { identifier: identifier || null }),
    ...(phone !== undefined && { phoneNumber: phone || null }),
    ...(model !== undefined && { model: model || null }),
    ...(vehicle !== undefined && { vehicleType: vehicle || null }),
    ...(plate !== undefined && { licensePlate: plate || null }),
    ...(driver !== undefined && { driverName: driver || null }),
    ...(driverPhone !== undefined && { driverPhone: driverPhone || null }),
    ...(protocol !== undefined && { protocol: protocol || null }),
    ...(description !== undefined && { description: description || null }),
    ...(groups && { groups: groups.map(({ id }) => id) }),
    ...(tag && { tags: tagsOf(tag) }),
    ...(limits && { limits }),
  }
}

function limitsOf({ expires, dailyEmails, dailySms }: Fields) {
  if (expires === undefined && dailyEmails === undefined && dailySms === undefined) return undefined
  const expiry =
    expires === 'never'
      ? { expires: false, expirationDate: null }
      : { expires: true, expirationDate: expires! }
  return {
    ...((expires !== undefined && expiry) as { expires: boolean; expirationDate: string | null }),
    ...(dailyEmails !== undefined && { dailyEmailLimit: dailyEmails }),
    ...(dailySms !== undefined && { dailySmsLimit: dailySms }),
  }
}

const remove = () =>
  asClient(new Command('delete').option('--yes', 'skip confirmation'))
    .description('delete a device and its history, and free its license')
    .argument('<device>', deviceWords)
    .action((text: string, options: ClientOptions & { yes?: boolean }) =>
      connected(options, async (rastro) => {
        const { id, name } = await findDevice(rastro, text)
        await requireConsent(`Delete the device "${name}" (${id}) and all its history?`, options)
        await rastro.delete('/api/devices/{deviceId}', { path: { deviceId: id } })
        print(options, { deleted: id }, `Deleted ${id}`)
      }),
    )

function printRecord(options: ClientOptions, device: Device): void {
  const { limits } = device
  const words = fieldsOf({
    id: device.id,
    name: device.name,
    identifier: device.identifier,
    phone: device.phoneNumber,
    model: device.model,
    vehicle: device.vehicleType,
    plate: device.licensePlate,
    driver: device.driverName,
    'driver phone': device.driverPhone,
    photo: device.photoUpdatedAt === null ? null : timeOf(device.photoUpdatedAt),
    protocol: device.protocol,
    description: device.description,
    groups: device.groups.join(', '),
    tags: Object.entries(device.tags)
      .map(([name, value]) => `${name}=${value}`)
      .join(', '),
    state: device.state,
    online: device.online ? 'yes' : 'no',
    'last seen': timeOf(device.lastSeenAt),
    expires: limits.expires ? limits.expirationDate : 'never',
    'daily e-mails': limits.dailyEmailLimit,
    'daily SMS': limits.dailySmsLimit,
  })
  print(options, device, words)
}

export function deviceCommand(): Command {
  return new Command('device')
    .description('manage the devices of your account')
    .addCommand(list())
    .addCommand(near())
    .addCommand(show())
    .addCommand(create())
    .addCommand(update())
    .addCommand(remove())
    .addCommand(bulk())
    .addCommand(photo())
}
