import type { ApiKey } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { printList, timeOf } from '../listing.ts'
import { print } from '../output.ts'
import { requireConsent } from '../prompt.ts'

export interface CreateOptions extends ClientOptions {
  name: string
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
          created: ({ createdAt }: ApiKey) => timeOf(createdAt),
          'last used': ({ lastUsedAt }: ApiKey) => timeOf(lastUsedAt),
          from: ({ lastUsedFrom }: ApiKey) => lastUsedFrom,
        }
        await printList(options, [apiKeys], columns, 'No API key.')
      }),
    )

/** Without its action: the operator's command has another. */
export function createApiKeyOptions(): Command {
  return asClient(
    new Command('create').option('--name <name>', 'name of the key', 'command line'),
  ).description('create an API key for yourself; its secret is printed once')
}

export async function createOwnApiKey(options: CreateOptions): Promise<void> {
  const body = { name: options.name }
  const { apiKey, key } = await connected(options, (rastro) => rastro.post('/api/apiKeys', { body }))
  print(options, { id: key.id, userName: key.userName, apiKey }, shown(apiKey))
}

const regenerate = () =>
  asClient(new Command('regenerate').option('--yes', 'skip confirmation'))
    .description('replace the secret of an API key; the old one and its tokens become invalid at once')
    .argument('<key>', keyWords)
    .action((keyId: string, options: ClientOptions & { yes?: boolean }) =>
      connected(options, async (rastro) => {
        await requireConsent(`Invalidate the current secret of ${keyId}?`, options)
        const { apiKey, key } = await rastro.post('/api/apiKeys/{keyId}/regenerate', { path: { keyId } })
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

function shown(apiKey: string): string {
  return `API key    ${apiKey}   (shown once)`
}

/** The operator's binary passes its own `create`, which can also create keys for other users. */
export function apiKeyCommand(create = createApiKeyOptions().action(createOwnApiKey)): Command {
  return new Command('apikey')
    .description('API keys of users')
    .addCommand(list())
    .addCommand(create)
    .addCommand(regenerate())
    .addCommand(remove())
}
