import type { ApiKey } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { printList, timeOf } from '../listing.ts'
import { print } from '../output.ts'
import { requireConsent } from '../prompt.ts'

export interface CreateOptions extends ClientOptions {
  name: string
  privileges?: string
  groups?: string
  device?: string
  expires?: string
  networks?: string
}

/** The limits of the options; those that are absent are absent. */
export function limitsOf({ privileges, groups, device, expires, networks }: Omit<CreateOptions, 'name'>) {
  return {
    ...(privileges !== undefined && { privileges: itemsOf(privileges) as ApiKey['privileges'] }),
    ...(groups !== undefined && { groupIds: itemsOrNull(groups) }),
    ...(device !== undefined && { deviceId: device === 'all' ? null : device }),
    ...(expires !== undefined && { expiresAt: endOf(expires) }),
    ...(networks !== undefined && { networks: itemsOrNull(networks) }),
  }
}

/** "all" is no limit, "none" is an empty list. */
function itemsOf(text: string): string[] | null {
  if (text === 'all') return null
  return text === 'none' ? [] : text.split(',').map((item) => item.trim())
}

function itemsOrNull(text: string): string[] | null {
  return text === 'all' ? null : text.split(',').map((item) => item.trim())
}

/** A number of days, or an instant. */
function endOf(text: string): string | null {
  if (text === 'never') return null
  const [, days] = /^(\d+)d$/.exec(text) ?? []
  const at = days === undefined ? new Date(text) : new Date(Date.now() + Number(days) * 86_400_000)
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`--expires is "${text}": use 90d, 2027-06-30 or never.`)
  return at.toISOString()
}

function withLimits(command: Command): Command {
  return command
    .option(
      '--privileges <list>',
      'only these privileges, separated by commas; none: read only; all: no limit',
    )
    .option('--groups <list>', 'only the devices of these groups (grp_…, separated by commas); all: no limit')
    .option('--device <device>', 'only this device (dev_…); all: no limit')
    .option('--expires <when>', 'in days (90d), a date (2027-06-30), or never')
    .option('--networks <list>', 'only from these networks (192.0.2.0/24, …); all: no limit')
}

const keyWords = 'key_…, as "apikey list" shows it'

const list = () =>
  asClient(new Command('list'))
    .description('list API keys, without their secrets')
    .action((options: ClientOptions) =>
      connected(options, async (rastro) => {
        // An account has at most a hundred, which the API returns at once.
        const { apiKeys } = await rastro.get('/api/apiKeys')
        const columns = {
          id: ({ id }: ApiKey) => id,
          user: ({ userName }: ApiKey) => userName,
          name: ({ name }: ApiKey) => name,
          limits: describeLimits,
          expires: ({ expiresAt }: ApiKey) => timeOf(expiresAt),
          'last used': ({ lastUsedAt }: ApiKey) => timeOf(lastUsedAt),
          from: ({ lastUsedFrom }: ApiKey) => lastUsedFrom,
        }
        await printList(options, [apiKeys], columns, 'No API key.')
      }),
    )

/** Without its action: the operator's command has another. */
export function createApiKeyOptions(): Command {
  return asClient(
    withLimits(new Command('create').option('--name <name>', 'name of the key', 'command line')),
  ).description('create an API key for yourself; its secret is printed once')
}

export async function createOwnApiKey(options: CreateOptions): Promise<void> {
  const body = { name: options.name, ...limitsOf(options) }
  const { apiKey, key } = await connected(options, (rastro) => rastro.post('/api/apiKeys', { body }))
  print(options, { id: key.id, userName: key.userName, apiKey }, shown(apiKey))
}

const change = () =>
  asClient(withLimits(new Command('change').option('--name <name>', 'another name')))
    .description('change the name or the limits of one of your API keys')
    .argument('<key>', keyWords)
    .action((keyId: string, { name, ...options }: Partial<CreateOptions>) =>
      connected(options, async (rastro) => {
        const body = { ...(name !== undefined && { name }), ...limitsOf(options) }
        if (Object.keys(body).length === 0)
          throw new UsageError('Name what to change, for example --expires 90d.')
        const { key } = await rastro.patch('/api/apiKeys/{keyId}', { path: { keyId }, body })
        print(options, key, `Changed ${key.id}: ${describeLimits(key)}, expires ${timeOf(key.expiresAt)}`)
      }),
    )

const regenerate = () =>
  asClient(
    new Command('regenerate')
      .option('--overlap <hours>', 'for how long the old secret stays valid, up to 168 hours', '0')
      .option('--yes', 'skip confirmation'),
  )
    .description(
      'replace the secret of an API key; the old one and its tokens become invalid, at once or after an overlap',
    )
    .argument('<key>', keyWords)
    .action((keyId: string, options: ClientOptions & { yes?: boolean; overlap: string }) =>
      connected(options, async (rastro) => {
        const overlapHours = Number(options.overlap)
        if (!Number.isInteger(overlapHours)) throw new UsageError('--overlap is a number of hours.')
        if (overlapHours === 0) await requireConsent(`Invalidate the current secret of ${keyId}?`, options)
        const call = { path: { keyId }, body: { overlapHours } }
        const { apiKey, key } = await rastro.post('/api/apiKeys/{keyId}/regenerate', call)
        print(options, { id: key.id, userName: key.userName, apiKey }, shown(apiKey))
      }),
    )

const remove = () =>
  asClient(new Command('delete').option('--yes', 'skip confirmation'))
    .description('delete an API key; it and its tokens become invalid at once')
    .argument('<key>', keyWords)
    .action((keyId: string, options: ClientOptions & { yes?: boolean }) =>
      connected(options, async (rastro) => {
        await requireConsent(`Delete the API key ${keyId}?`, options)
        await rastro.delete('/api/apiKeys/{keyId}', { path: { keyId } })
        print(options, { deleted: keyId }, `Deleted ${keyId}`)
      }),
    )

function describeLimits({ privileges, groupIds, deviceId, networks }: ApiKey): string {
  const limits = [
    ...(privileges ? [privileges.length > 0 ? privileges.join(' ') : 'read only'] : []),
    ...(groupIds ? [`${groupIds.length} ${groupIds.length === 1 ? 'group' : 'groups'}`] : []),
    ...(deviceId ? [deviceId] : []),
    ...(networks ? [networks.join(' ')] : []),
  ]
  return limits.length > 0 ? limits.join(', ') : 'none'
}

function shown(apiKey: string): string {
  return `API key    ${apiKey}   (shown once)`
}

/** The operator's binary passes its own `create`, which can also create keys for other users. */
export function apiKeyCommand(create = createApiKeyOptions().action(createOwnApiKey)): Command {
  return new Command('apikey')
    .description('API keys of users')
    .addCommand(list())
    .addCommand(create)
    .addCommand(change())
    .addCommand(regenerate())
    .addCommand(remove())
}
