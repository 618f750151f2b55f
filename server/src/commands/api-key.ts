import { Command } from 'commander'
import { findUserByName } from '../features/access/access.service.ts'
import { createApiKey } from '../features/api-keys/api-key.service.ts'
import { operator } from '../features/audit/audit.service.ts'
import { inTransaction } from '../platform/db.ts'
import { NotFoundError } from '../platform/errors.ts'
import { asOperator } from './operator.ts'

const create = new Command('create')
  .description('make an API key for a user; prints it, once')
  .requiredOption('--user <name>', 'user name')
  .option('--name <name>', 'what the key is for', 'made by the operator')
  .option('--json', 'print JSON')
  .action(async ({ user: userName, name, json }: { user: string; name: string; json?: true }) => {
    const key = await asOperator(async (ctx) => {
      const user = await findUserByName(ctx, userName)
      if (!user.userId) throw new NotFoundError('users.not_found', `There is no user "${userName}".`)
      return inTransaction(ctx, user.accountId, (tx) =>
        createApiKey(tx, { ...user, userName }, name, operator),
      )
    })
    if (json) return console.log(JSON.stringify({ id: key.id, userName, apiKey: key.apiKey }))
    console.log(`API key    ${key.apiKey}   (shown once)`)
  })

export const apiKeyCommand = new Command('apikey').description('API keys of users').addCommand(create)
