// Accounts: the customers of the platform. The operator creates them; the owner sets their name and time zone.

import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction, isDuplicate, isUnknownZone } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, InvalidError } from '../../platform/http/errors.ts'
import { canonicalTimeZone } from '../../platform/http/time-zones.ts'
import { createFirstRule } from '../alerts/rule.api.ts'
import { operator, recordChanges } from '../audit/audit.api.ts'
import { requireProofOfSession, requireRecentProof } from '../auth/recent-sign-in.api.ts'
import { nextAccountNumber, registerAccount } from '../cells/home-cell.api.ts'
import { reserveNames } from '../cells/name-reservation.api.ts'
import { moveExpiries } from '../devices/expiry.api.ts'
import { countLicenses, lockLicenses, setLicenses } from '../licenses/license.api.ts'
import { trimHistory } from '../recorder/account-history.api.ts'
import * as queries from './account.queries.ts'
import type { Account, AccountTerms, NewAccount, RetentionName } from './account.types.ts'
import { startTrial } from './trial.api.ts'

export interface CreatedAccount {
  accountId: number
  account: string
  ownerId: string
}

/** `within` runs in the same transaction, after the rows of the account: what it refuses creates nothing. */
export async function createAccount(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'cells'>,
  wanted: NewAccount,
  within: (
    tx: Pick<Tx, 'db' | 'now' | 'config'>,
    created: Omit<CreatedAccount, 'accountId'>,
  ) => Promise<void> = async () => {},
): Promise<CreatedAccount> {
  const { passwordHash, temporaryPasswordUntil, emailVerifiedAt, language, ...owner } = wanted.owner
  const accountId = (await nextAccountNumber(ctx)) ?? (await queries.nextAccountNumber(ctx.db.directory))
  const account = newId('acc')
  const ownerId = newId('usr')
  try {
    await inTransaction(ctx, accountId, async (tx) => {
      await registerAccount(tx, account)
      await queries.insertAccount(tx.db, { ...wanted, publicId: account })
      const { timeZone: zone } = wanted
      const entry = {
        passwordHash,
        temporaryPasswordUntil: temporaryPasswordUntil ?? null,
        emailVerifiedAt: emailVerifiedAt ?? null,
        language: language ?? null,
      }
      const userName = await queries.insertOwner(tx.db, { ...owner, ...entry, id: ownerId, timeZone: zone })
      if ((await reserveNames(tx, 'user', [userName])).length > 0) throw nameTaken(owner.userName)
      const { name, timeZone, licenses, trialEndsAt } = wanted
      if (trialEndsAt) await startTrial(tx, trialEndsAt)
      const after = { name, timeZone, licenses, trialEndsAt, owner }
      await within(tx, { account, ownerId })
      await queries.closeSetup(tx.db, tx.now())
      const firstRule = await createFirstRule(tx)
      await recordChanges(tx, operator, [
        { action: 'account.created', target: account, before: null, after },
        firstRule,
      ])
    })
  } catch (error) {
    throw isDuplicate(error, 'directory_users_pkey') ? nameTaken(owner.userName) : error
  }
  return { accountId, account, ownerId }
}

function nameTaken(userName: string): ConflictError {
  return new ConflictError('users.name_taken', `The user name "${userName}" is taken.`)
}

export async function getAccount(ctx: Pick<Context, 'db' | 'now'>, caller: Caller): Promise<Account> {
  return getAccountIn({ db: ctx.db.forAccount(caller.accountId), now: ctx.now })
}

async function getAccountIn({ db, now }: Pick<Tx, 'db' | 'now'>): Promise<Account> {
  const account = await queries.findAccount(db)
  if (!account) throw new Error(`account ${db.accountId} has a caller but no row`)
  return { ...account, licenses: await countLicenses(db, now()) }
}

/** A new time zone shifts device expiries. Devices that become active again need free licenses. */
export async function changeAccount(
  ctx: Tx,
  caller: Caller,
  change: {
    name?: string
    timeZone?: string
    apiKeyMaxDays?: number | null
    historyDays?: number | null
    mapLayer?: string | null
  },
): Promise<Account> {
  if (caller.role === 'standard') {
    throw new ForbiddenError(
      'account.not_allowed',
      'Only the account holder or an administrator may change the account.',
    )
  }
  await lockLicenses(ctx)
  const before = await getAccountIn(ctx)
  const {
    name = before.name,
    apiKeyMaxDays = before.apiKeyMaxDays,
    historyDays = before.historyDays,
    mapLayer = before.mapLayer,
  } = change
  if (historyDays !== before.historyDays) await requireHistoryDays(ctx, caller, before, historyDays)
  if (apiKeyMaxDays !== before.apiKeyMaxDays) requireProofOfSession(ctx, caller)
  const timeZone = change.timeZone ? canonicalTimeZone(change.timeZone) : before.timeZone
  if (timeZone !== before.timeZone) {
    await requireZone(ctx, timeZone)
    await moveExpiries(ctx, timeZone)
  }
  await queries.updateAccount(ctx.db, { name, timeZone, apiKeyMaxDays, historyDays, mapLayer }, ctx.now())
  await recordChanges(ctx, caller, [
    {
      action: 'account.changed',
      target: before.publicId,
      before: {
        name: before.name,
        timeZone: before.timeZone,
        apiKeyMaxDays: before.apiKeyMaxDays,
        historyDays: before.historyDays,
        mapLayer: before.mapLayer,
      },
      after: { name, timeZone, apiKeyMaxDays, historyDays, mapLayer },
    },
  ])
  return getAccountIn(ctx)
}

/** A shorter time deletes locations for good: a leaked key must not do it. */
async function requireHistoryDays(
  ctx: Tx,
  caller: Caller,
  { maxHistoryDays }: Pick<Account, 'maxHistoryDays'>,
  days: number | null,
): Promise<void> {
  requireRecentProof(ctx, caller)
  if (days !== null && days > maxHistoryDays) {
    throw new InvalidError(
      'body.invalid',
      `The account keeps locations for ${maxHistoryDays} days at most.`,
      {
        details: [{ path: 'historyDays', message: `must be at most ${maxHistoryDays}` }],
      },
    )
  }
  await ctx.jobs.send(ctx.db, trimHistory, { accountId: ctx.db.accountId })
}

/** For the operator. Null: as long as the retention class. The next nightly run deletes what is older. */
export async function changeHistory(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  accountId: number,
  historyDays: number | null,
): Promise<Account> {
  return inTransaction(ctx, accountId, async (tx) => {
    await lockLicenses(tx)
    const before = await getAccountIn(tx)
    await queries.updateAccount(tx.db, { ...before, historyDays }, tx.now())
    await recordChanges(tx, operator, [
      {
        action: 'account.changed',
        target: before.publicId,
        before: { historyDays: before.historyDays },
        after: { historyDays },
      },
    ])
    return getAccountIn(tx)
  })
}

/** For the operator. */
export async function describeAccount(
  ctx: Pick<Context, 'db' | 'now'>,
  accountId: number,
): Promise<Account & AccountTerms> {
  const db = ctx.db.forAccount(accountId)
  return { ...(await getAccountIn({ db, now: ctx.now })), ...(await queries.findTerms(db, ctx.db.directory)) }
}

/** For the operator. */
export async function changeLicenses(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  accountId: number,
  total: number,
) {
  return inTransaction(ctx, accountId, async (ctx) => {
    await lockLicenses(ctx)
    const before = await getAccountIn(ctx)
    await setLicenses(ctx, total)
    await recordChanges(ctx, operator, [
      {
        action: 'licenses.changed',
        target: before.publicId,
        before: { licenses: before.licenses.total },
        after: { licenses: total },
      },
    ])
    return getAccountIn(ctx)
  })
}

/** For the operator. Applies to new locations; stored ones keep their retention class. */
export async function changeRetention(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  accountId: number,
  name: RetentionName,
): Promise<Account> {
  return inTransaction(ctx, accountId, async (tx) => {
    const account = await getAccountIn(tx)
    await queries.setRetention(tx.db, ctx.db.directory, name)
    const after = { retention: name }
    await recordChanges(tx, operator, [
      { action: 'retention.changed', target: account.publicId, before: null, after },
    ])
    return account
  })
}

async function requireZone({ db }: Pick<Tx, 'db'>, timeZone: string): Promise<void> {
  try {
    await queries.tryZone(db, timeZone)
  } catch (error) {
    throw isUnknownZone(error) ? unknownZone(timeZone) : error
  }
}

function unknownZone(timeZone: string): InvalidError {
  return new InvalidError('body.invalid', `The time zone "${timeZone}" is unknown.`, {
    details: [{ path: 'timeZone', message: 'must be an IANA time zone, like Europe/Madrid' }],
  })
}
