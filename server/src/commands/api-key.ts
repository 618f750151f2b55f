import type { CreateOptions } from '@rastro/cli/commands/api-key'
import * as own from '@rastro/cli/commands/api-key'
import { print } from '@rastro/cli/output'
import { operator } from '../features/audit/audit.api.ts'
import { createApiKey } from '../features/auth/api-key.api.ts'
import { inTransaction } from '../platform/db/db.ts'
import { asOperator, getUserByName } from './operator.ts'

/** Adds `--user` to the client command: the first key of an account is created before the API can be used. */
const create = own
  .createApiKeyOptions()
  .description('create an API key, for yourself or as the operator for a user; prints it once')
  .optionsGroup('Operator:')
  .option('--user <name>', 'create it for this user, in the database of this server')
  .action(async (options: CreateOptions & { user?: string }) => {
    const { user: userName, name } = options
    const { expiresAt, ...limits } = own.limitsOf(options)
    const end = expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }
    if (userName === undefined) return own.createOwnApiKey(options)
    const key = await asOperator(async (ctx) => {
      const user = await getUserByName(ctx, userName)
      return inTransaction(ctx, user.accountId, (tx) =>
        createApiKey(tx, { ...user, userName }, { name, ...limits, ...end }, operator),
      )
    })
    print(options, { id: key.id, userName, apiKey: key.apiKey }, `API key    ${key.apiKey}   (shown once)`)
  })

export const apiKeyCommand = own.apiKeyCommand(create)
