// Administrative tasks before an experiment: accounts, keys, devices, and joining cells.

import { readConfig } from '../../server/src/config/config.ts'
import { createAccount } from '../../server/src/features/accounts/account.api.ts'
import { operator } from '../../server/src/features/audit/audit.api.ts'
import { createApiKey } from '../../server/src/features/auth/api-key.api.ts'
import { joinCell } from '../../server/src/features/cells/join.api.ts'
import { keepDevices } from '../../server/src/features/devices/device-changes.api.ts'
import { joinCells } from '../../server/src/platform/cells/cells.ts'
import { createPool, inTransaction, openConnection } from '../../server/src/platform/db/db.ts'
import { createLog } from '../../server/src/platform/observability/log.ts'

async function asOperator<T>(
  env: Record<string, string>,
  work: (ctx: {
    config: ReturnType<typeof readConfig>
    db: ReturnType<typeof createPool>
    cells: ReturnType<typeof joinCells>
    now: () => Date
  }) => Promise<T>,
): Promise<T> {
  const config = readConfig(env)
  const log = createLog('error')
  const db = createPool(config.db, log, 'rastro-chaos')
  const cells = joinCells(config.cells, log, 'rastro-chaos')
  try {
    return await work({ config, db, cells, now: () => new Date() })
  } finally {
    await cells?.end()
    await db.end()
  }
}

export function joinOthers(env: Record<string, string>): Promise<unknown> {
  return asOperator(env, async (ctx) => {
    const own = await openConnection(env.RASTRO_DATABASE_OWNER_URL!, 'rastro-chaos')
    const directory = await openConnection(env.RASTRO_DIRECTORY_OWNER_URL!, 'rastro-chaos')
    const { number, apiUrl, gatewayHost, gatewayPort } = ctx.config.cells
    try {
      const cell = { number, apiUrl: apiUrl!, gatewayHost, gatewayPort }
      return await joinCell(ctx, { own: own.db, directory: directory.db }, cell)
    } finally {
      await own.end()
      await directory.end()
    }
  })
}

export function createKey(
  env: Record<string, string>,
  accountId: number,
  { id, userName }: { id: string; userName: string },
): Promise<string> {
  return asOperator(env, async (ctx) => {
    const made = await inTransaction(ctx, accountId, (tx) =>
      createApiKey(tx, { userId: id, userName }, { name: 'chaos' }, operator),
    )
    return made.apiKey
  })
}

/** Creates an account with its owner and an API key. */
export function createOwner(env: Record<string, string>, userName: string) {
  return asOperator(env, async (ctx) => {
    const owner = {
      userName,
      name: 'Olga Owner',
      email: userName,
      country: 'ES',
      passwordHash: null,
    }
    const account = { name: 'Chaos', timeZone: 'UTC', licenses: 1_000_000, owner }
    const { accountId, ownerId } = await createAccount(ctx, account)
    const { apiKey } = await inTransaction(ctx, accountId, (tx) =>
      createApiKey(tx, { userId: ownerId, userName }, { name: 'chaos' }, operator),
    )
    return { accountId, userName, apiKey }
  })
}

export function register(
  env: Record<string, string>,
  accountId: number,
  identifiers: readonly string[],
): Promise<void> {
  return asOperator(env, async (ctx) => {
    const creator = {
      ...operator,
      role: 'owner' as const,
      privileges: new Set<never>(),
      scope: { kind: 'all' as const },
    }
    const documents = identifiers.map((identifier) => ({ name: `Tracker ${identifier}`, identifier }))
    await inTransaction(ctx, accountId, (tx) => keepDevices(tx, creator, documents))
  })
}
