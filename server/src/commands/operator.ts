// Operators' commands work on the database directly: they are needed before anybody can sign in.

import { readConfig } from '../config.ts'
import { findUserByName } from '../features/access/access.service.ts'
import { connectBus } from '../platform/bus.ts'
import type { Context } from '../platform/context.ts'
import { createPool } from '../platform/db.ts'
import { NotFoundError } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'

export type OperatorContext = Pick<Context, 'db' | 'config' | 'now' | 'log'>

export async function asOperator<T>(work: (ctx: OperatorContext) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const log = createLog('error')
  const db = createPool(config.db, log, 'rastro-operator')
  try {
    return await work({ config, log, db, now: () => new Date() })
  } finally {
    await db.end()
  }
}

/** The same for what also needs the logs of NATS. */
export function asOperatorWithBus<T>(
  work: (ctx: OperatorContext & Pick<Context, 'bus'>) => Promise<T>,
): Promise<T> {
  return asOperator(async (ctx) => {
    const bus = await connectBus(ctx.config.bus, ctx.log)
    try {
      return await work({ ...ctx, bus })
    } finally {
      await bus.close()
    }
  })
}

export async function getUserByName(ctx: OperatorContext, userName: string) {
  const user = await findUserByName(ctx, userName)
  if (user.userId) return user
  throw new NotFoundError('users.not_found', `There is no user "${userName}".`)
}
