import type { Rastro, User } from '@rastro/client'
import { Command, Option } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { findDevice, findGroup, findUser } from '../finding.ts'
import { printList, timeOf } from '../listing.ts'
import { gathered } from '../options.ts'
import { fieldsOf, print } from '../output.ts'
import { promptSecret, requireConsent } from '../prompt.ts'

const userWords = 'user name, e-mail address, or usr_…'

const list = () =>
  asClient(new Command('list'))
    .description('list users')
    .option('--search <text>', 'part of a name or e-mail address')
    .action((options: ClientOptions & { search?: string }) =>
      connected(options, async (rastro) => {
        const query = { limit: 500, ...(options.search && { search: options.search }) }
        const columns = {
          id: ({ id }: User) => id,
          'user name': ({ userName }: User) => userName,
          name: ({ name }: User) => name,
          role: ({ role, disabled }: User) => (disabled ? `${role}, disabled` : role),
          'last login': ({ lastLoginAt }: User) => timeOf(lastLoginAt),
        }
        await printList(options, usersOf(rastro.pages('/api/users', { query })), columns, 'No users.')
      }),
    )

async function* usersOf(pages: AsyncIterable<{ users: User[] }>): AsyncGenerator<User[]> {
  for await (const { users } of pages) yield users
}

const show = () =>
  asClient(new Command('show'))
    .description('show a user')
    .argument('<user>', userWords)
    .action((text: string, options: ClientOptions) =>
      connected(options, async (rastro) => printRecord(options, await findUser(rastro, text))),
    )

interface Fields extends ClientOptions {
  name?: string
  email?: string
  country?: string
  timeZone?: string
  userName?: string
  role?: 'administrator' | 'standard'
  privilege?: string[]
  group?: string[]
  device?: string
  disable?: boolean
  enable?: boolean
  setPassword?: boolean
}

function withFields(command: Command): Command {
  return command
    .option('--user-name <name>', 'name to sign in with (default: the e-mail address)')
    .addOption(new Option('--role <role>', 'role of the user').choices(['administrator', 'standard']))
    .option(
      '--privilege <privilege>',
      'privilege of a standard user, such as devices.edit; may be repeated',
      gathered,
    )
    .option(
      '--group <group>',
      'limit a standard user to the devices of this group; may be repeated …',
      gathered,
    )
    .option('--device <device>', '… or to this device')
    .option('--set-password', 'prompt for a password (in a script: standard input)')
}

const create = () => {
  const command = new Command('create')
    .requiredOption('--name <name>', 'name of the person or program')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--country <code>', 'ISO 3166 country', 'ES')
    .option('--time-zone <zone>', 'IANA time zone', 'UTC')
  return asClient(withFields(command))
    .description('create a user')
    .action((options: Fields) =>
      connected(options, async (rastro) => {
        const { name = '', email = '', country = '', timeZone = '' } = options
        const body = { name, email, country, timeZone, ...(await documentOf(rastro, options)) }
        printRecord(options, await rastro.post('/api/users', { body: body as never }))
      }),
    )
}

const update = () => {
  const command = new Command('update')
    .option('--name <name>', 'name of the person or program')
    .option('--email <address>', 'e-mail address')
    .option('--country <code>', 'ISO 3166 country')
    .option('--time-zone <zone>', 'IANA time zone')
    .option('--disable', 'prevent sign-in and tokens')
    .option('--enable', 'allow sign-in and tokens again')
  return asClient(withFields(command))
    .description('change the given fields')
    .argument('<user>', userWords)
    .action((text: string, options: Fields) =>
      connected(options, async (rastro) => {
        const { name, email, country, timeZone, disable, enable } = options
        const body = {
          ...(name && { name }),
          ...(email && { email }),
          ...(country && { country }),
          ...(timeZone && { timeZone }),
          ...((disable || enable) && { disabled: disable === true }),
          ...(await documentOf(rastro, options)),
        }
        if (Object.keys(body).length === 0)
          throw new UsageError('Nothing to change. See --help for the options.')
        const path = { userId: (await findUser(rastro, text)).id }
        printRecord(options, await rastro.patch('/api/users/{userId}', { path, body: body as never }))
      }),
    )
}

async function documentOf(rastro: Rastro, options: Fields): Promise<Record<string, unknown>> {
  const { userName, role, privilege, group, device, setPassword } = options
  return {
    ...(userName && { userName }),
    ...(role && { role }),
    ...(privilege && { privileges: privilege.filter(Boolean) }),
    ...(group && { groupIds: await groupIdsOf(rastro, group.filter(Boolean)) }),
    ...(device !== undefined && { deviceId: device ? (await findDevice(rastro, device)).id : null }),
    ...(setPassword && { password: await promptSecret('New password (hidden): ') }),
  }
}

async function groupIdsOf(rastro: Rastro, names: string[]): Promise<string[]> {
  const groups = await Promise.all(names.map((name) => findGroup(rastro, name)))
  return groups.map(({ id }) => id)
}

const remove = () =>
  asClient(new Command('delete').option('--yes', 'skip confirmation'))
    .description('delete a user, with its API keys and sessions')
    .argument('<user>', userWords)
    .action((text: string, options: ClientOptions & { yes?: boolean }) =>
      connected(options, async (rastro) => {
        const { id, userName } = await findUser(rastro, text)
        await requireConsent(`Delete the user "${userName}" (${id}), with API keys and sessions?`, options)
        await rastro.delete('/api/users/{userId}', { path: { userId: id } })
        print(options, { deleted: id }, `Deleted ${id}`)
      }),
    )

function scopeOf({ role, groupIds, deviceId }: User): string {
  if (role !== 'standard') return 'the whole account'
  return groupIds.length > 0 ? groupIds.join(' ') : (deviceId ?? 'nothing')
}

/** Without the other fields of the response. */
function printRecord(options: ClientOptions, answer: User): void {
  const { success, requestId, apiUsage, apiDailyUsage, ...user } = answer as User & Record<string, unknown>
  const words = fieldsOf({
    id: user.id,
    'user name': user.userName,
    name: user.name,
    'e-mail': user.email,
    role: user.disabled ? `${user.role}, disabled` : user.role,
    privileges: user.privileges.join(' '),
    scope: scopeOf(user),
    country: user.country,
    'time zone': user.timeZone,
    'last login': timeOf(user.lastLoginAt),
  })
  print(options, user, words)
}

export function userCommand(): Command {
  return new Command('user')
    .description('manage the users of your account')
    .addCommand(list())
    .addCommand(show())
    .addCommand(create())
    .addCommand(update())
    .addCommand(remove())
}
