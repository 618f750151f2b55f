// Operators' commands work on the database directly: they are needed before anybody can sign in.

import { readConfig } from '../config.ts'
import type { Context } from '../platform/context.ts'
import { createPool } from '../platform/db.ts'
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
