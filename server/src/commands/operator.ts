// Operator commands use the database and NATS directly: they are needed before anyone can sign in.

import { readConfig } from '../config/config.ts'
import { openArchive } from '../features/archive/archive.api.ts'
import { findAccountNumber, findUserByName } from '../features/auth/auth.api.ts'
import type { Bus } from '../platform/bus/bus.ts'
import { connectBus } from '../platform/bus/bus.ts'
import { joinCells } from '../platform/cells/cells.ts'
import type { Context } from '../platform/context.ts'
import { createPool } from '../platform/db/db.ts'
import { ConflictError, NotFoundError } from '../platform/http/errors.ts'
import { createLog } from '../platform/observability/log.ts'

export type OperatorContext = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'cells'>

export async function asOperator<T>(work: (ctx: OperatorContext) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const log = createLog('error')
  const now = () => new Date()
  const archive = await openArchive(config.history, now)
  const db = createPool(config.db, log, 'rastro-operator', archive?.history)
  const cells = joinCells(config.cells, log, 'rastro-operator')
  try {
    return await work({ config, log, db, cells, now })
  } finally {
    await cells?.end()
    await db.end()
    archive?.stop()
  }
}

/** Also connects to NATS. */
export async function withBus<T>(
  { config, log }: Pick<OperatorContext, 'config' | 'log'>,
  work: (bus: Bus) => Promise<T>,
): Promise<T> {
  const bus = await connectBus(config.bus, log, { waitForNats: false }).catch((error: Error) => {
    throw new ConflictError('nats.unavailable', `NATS does not respond (${error.message}). Is it running?`)
  })
  try {
    return await work(bus)
  } finally {
    await bus.close()
  }
}

/** By its identifier, or by the name of one of its users. */
export async function getAccountNumber(ctx: OperatorContext, text: string): Promise<number> {
  if (!text.startsWith('acc_')) return (await getUserByName(ctx, text)).accountId
  const number = await findAccountNumber(ctx, text)
  if (number !== undefined) return number
  throw new NotFoundError('accounts.not_found', `There is no account "${text}".`)
}

export async function getUserByName(ctx: OperatorContext, userName: string) {
  const user = await findUserByName(ctx, userName)
  if (user.userId) return user
  throw new NotFoundError('users.not_found', `User "${userName}" does not exist.`)
}
