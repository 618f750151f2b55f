import type { Group, Rastro } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { findDevice, findGroup } from '../finding.ts'
import { printList } from '../listing.ts'
import { fieldsOf, print } from '../output.ts'
import { requireConsent } from '../prompt.ts'

const groupWords = 'its name, or grp_…'

const list = () =>
  asClient(new Command('list'))
    .description('list groups')
    .option('--search <text>', 'part of the name')
    .action((options: ClientOptions & { search?: string }) =>
      connected(options, async (rastro) => {
        const query = { limit: 200, ...(options.search && { search: options.search }) }
        const columns = {
          id: ({ id }: Group) => id,
          name: ({ name }: Group) => name,
          devices: ({ devices }: Group) => devices.length,
          description: ({ description }: Group) => description,
        }
        await printList(options, groupsOf(rastro.pages('/api/groups', { query })), columns, 'No groups.')
      }),
    )

async function* groupsOf(pages: AsyncIterable<{ groups: Group[] }>): AsyncGenerator<Group[]> {
  for await (const { groups } of pages) yield groups
}

const show = () =>
  asClient(new Command('show'))
    .description('show a group')
    .argument('<group>', groupWords)
    .action((text: string, options: ClientOptions) =>
      connected(options, async (rastro) => printRecord(options, await findGroup(rastro, text))),
    )

interface Fields extends ClientOptions {
  name?: string
  description?: string
}

const create = () =>
  asClient(
    new Command('create')
      .requiredOption('--name <name>', 'unique in the account')
      .option('--description <text>', 'free text'),
  )
    .description('create a group')
    .action((options: Fields) =>
      connected(options, async (rastro) => {
        const { name = '', description } = options
        printRecord(
          options,
          await rastro.post('/api/groups', { body: { name, ...(description && { description }) } }),
        )
      }),
    )

const update = () =>
  asClient(
    new Command('update')
      .option('--name <name>', 'unique in the account')
      .option('--description <text>', 'free text'),
  )
    .description('change the name or description of a group')
    .argument('<group>', groupWords)
    .action((text: string, options: Fields) =>
      connected(options, async (rastro) => {
        const { name, description } = options
        const body = {
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description: description || null }),
        }
        if (Object.keys(body).length === 0)
          throw new UsageError('Nothing to change. See --help for the options.')
        const path = { groupId: (await findGroup(rastro, text)).id }
        printRecord(options, await rastro.patch('/api/groups/{groupId}', { path, body }))
      }),
    )

const add = () =>
  asClient(new Command('add'))
    .description('add devices to a group')
    .argument('<group>', groupWords)
    .argument('<devices...>', 'identifier (IMEI), name, or dev_…')
    .action((text: string, devices: string[], options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { id } = await findGroup(rastro, text)
        await moveDevices(rastro, devices, (groups) => [...new Set([...groups, id])])
        printRecord(options, await findGroup(rastro, id))
      }),
    )

const remove = () =>
  asClient(new Command('remove'))
    .description('remove devices from a group')
    .argument('<group>', groupWords)
    .argument('<devices...>', 'identifier (IMEI), name, or dev_…')
    .action((text: string, devices: string[], options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { id } = await findGroup(rastro, text)
        await moveDevices(rastro, devices, (groups) => groups.filter((group) => group !== id))
        printRecord(options, await findGroup(rastro, id))
      }),
    )

async function moveDevices(
  rastro: Rastro,
  texts: string[],
  groupsAfter: (groups: string[]) => string[],
): Promise<void> {
  // All are resolved before the first is moved: a mistyped name changes nothing.
  const devices = []
  for (const text of texts) devices.push(await findDevice(rastro, text))
  for (const { id, groups } of devices) {
    const path = { deviceId: id }
    await rastro.patch('/api/devices/{deviceId}', { path, body: { groups: groupsAfter(groups) } })
  }
}

const erase = () =>
  asClient(new Command('delete').option('--yes', 'skip confirmation'))
    .description('delete a group; its devices are kept')
    .argument('<group>', groupWords)
    .action((text: string, options: ClientOptions & { yes?: boolean }) =>
      connected(options, async (rastro) => {
        const { id, name } = await findGroup(rastro, text)
        await requireConsent(`Delete the group "${name}" (${id})?`, options)
        await rastro.delete('/api/groups/{groupId}', { path: { groupId: id } })
        print(options, { deleted: id }, `Deleted ${id}`)
      }),
    )

function printRecord(options: ClientOptions, group: Group): void {
  const { id, name, description, devices } = group
  const words = fieldsOf({ id, name, description, devices: devices.join(' ') || 'none' })
  print(options, { id, name, description, devices }, words)
}

export function groupCommand(): Command {
  return new Command('group')
    .description('manage groups of devices')
    .addCommand(list())
    .addCommand(show())
    .addCommand(create())
    .addCommand(update())
    .addCommand(add())
    .addCommand(remove())
    .addCommand(erase())
}
