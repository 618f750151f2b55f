// The statement about an erasure: what was deleted, and until when copies exist. Signed, so that it can be verified years
// later.

import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { isSignedText, signText } from '../../platform/crypto/signature.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import type { Erasure, SignedStatement, Statement } from './erasure.types.ts'

const purpose = 'erasure statement'
const dayMs = 86_400_000
const hourMs = 3_600_000

type Needs = Pick<Context, 'config' | 'now'>

export function createStatement(ctx: Needs, erasure: Erasure, account: string): SignedStatement {
  const { bus, erasure: terms, http, access } = ctx.config
  const finishedAt = ctx.now()
  const after = (ms: number) => new Date(finishedAt.getTime() + ms).toISOString()
  const statement: Statement = {
    format: 1,
    installation: new URL(http.publicUrl).host,
    accountNumber: erasure.accountId,
    accountHash: hashAccount(account),
    requestedAt: erasure.requestedAt.toISOString(),
    startedAt: (erasure.startedAt ?? finishedAt).toISOString(),
    finishedAt: finishedAt.toISOString(),
    rows: Object.fromEntries(Object.entries(erasure.rows).sort(([one], [other]) => (one < other ? -1 : 1))),
    messages: erasure.messages,
    exportFiles: erasure.files,
    copiesUntil: {
      locationLog: after(bus.locationLogHours * hourMs),
      frameLog: after(bus.frameLogHours * hourMs),
      backups: after(terms.backupDays * dayMs),
    },
  }
  return { statement, signature: signText(access, purpose, JSON.stringify(statement)) }
}

/** Whether this installation signed it. `account` is the public id that its holder knows. */
export function verifyStatement(
  { config }: Pick<Context, 'config'>,
  text: string,
  account?: string,
): { isValid: boolean; isOfAccount: boolean | undefined; statement: Statement } {
  const { statement, signature } = parse(text)
  const isValid = isSignedText(config.access, purpose, JSON.stringify(statement), signature)
  const isOfAccount = account === undefined ? undefined : statement.accountHash === hashAccount(account)
  return { isValid, isOfAccount, statement }
}

function parse(text: string): SignedStatement {
  try {
    const { statement, signature } = JSON.parse(text) as SignedStatement
    if (statement?.format === 1 && typeof signature?.value === 'string') return { statement, signature }
  } catch {
    // Reported below.
  }
  throw new InvalidError('statement.invalid', 'This is not the statement of an erasure.')
}

function hashAccount(account: string): string {
  return createHash('sha256').update(account).digest('hex')
}
