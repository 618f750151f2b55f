// Erases one account, step by step, with a role that can do nothing else. A process that is killed is followed by
// another, which repeats the current step.

import { setTimeout as sleep } from 'node:timers/promises'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { Db, DbConnection } from '../../platform/db/db.ts'
import { openConnection } from '../../platform/db/db.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import { languageOf, queueIdentityMail } from '../auth/identity-mail.api.ts'
import { unregisterAccount } from '../cells/home-cell.api.ts'
import { deleteExportFiles } from '../exports/export.api.ts'
import { forgetInDeadLetters } from '../recorder/dead-letters.api.ts'
import { removeFromTree } from '../resale/tree.api.ts'
import * as queries from './eraser.queries.ts'
import type { EraseContext, Erasure, Recipient, SignedStatement, Step } from './erasure.types.ts'
import { steps } from './erasure.types.ts'
import { createStatement } from './statement.api.ts'
import { keepTombstone } from './tombstone.api.ts'
import * as traces from './traces.queries.ts'

export interface EraseOptions {
  /** Processes may cache what belongs to the account for this long after its credentials are deleted. */
  settleMs?: number
  onStep?: (step: Step) => Promise<void> | void
  onRows?: (rows: number) => void
}

/** `waiting`: for a pause between two steps. `busy`: another process erases it. */
export type EraseOutcome = 'erased' | 'waiting' | 'busy' | 'not due'

interface Run {
  ctx: EraseContext
  db: Db
  accountId: number
  settleMs: number
  onRows: (rows: number) => void
}

const batchSize = 5_000
const maxTries = 3
const defaultSettleMs = 15 * 60_000
/** Objects are written again every hour. */
const archivePollMs = 600_000
const mailPollMs = 30_000
/** The statement stays available to the operator if the owner's mail server refuses it for so long. */
const mailForMs = 3 * 86_400_000
const purpose = 'erasure recipient'
/** Deleted first: these are refused from then on. */
const credentials = [
  'sessions',
  'api_keys',
  'ingest_keys',
  'directory_shares',
  'directory_users',
  'directory_identifiers',
]

export async function eraseAccount(
  ctx: EraseContext,
  accountId: number,
  { settleMs = defaultSettleMs, onStep, onRows = () => {} }: EraseOptions = {},
): Promise<EraseOutcome> {
  const connection = await openEraser(ctx, accountId)
  try {
    const { db } = connection
    if (!(await queries.lockErasure(db, accountId))) return 'busy'
    const run: Run = { ctx, db, accountId, settleMs, onRows }
    for (;;) {
      const erasure = await queries.findErasure(db, accountId)
      if (!erasure) return 'not due'
      if (await queries.isMoving(db, accountId))
        throw new ConflictError('moves.in_progress', 'The account is being moved. It is erased afterwards.')
      await onStep?.(erasure.step)
      const nextAt = await work[erasure.step](run, erasure)
      if (erasure.step === 'finish') return 'erased'
      if (nextAt) {
        await queries.postpone(db, accountId, nextAt, false)
        return 'waiting'
      }
      await queries.setStep(db, accountId, steps[steps.indexOf(erasure.step) + 1]!)
    }
  } finally {
    await connection.end()
  }
}

/** A connection that sees this account only. */
export async function openEraser(
  { config }: Pick<EraseContext, 'config'>,
  accountId: number,
): Promise<DbConnection> {
  const { eraserUrl } = config.db
  if (!eraserUrl) {
    throw new ConflictError(
      'erasure.not_configured',
      'RASTRO_DATABASE_ERASER_URL is not set: only that role can erase accounts. See docs/leaving.md.',
    )
  }
  const connection = await openConnection(eraserUrl, 'rastro-eraser')
  await queries.setScope(connection.db, accountId)
  return connection
}

/** Returns when to continue, if the next step has to wait. */
const work: Record<Step, (run: Run, erasure: Erasure) => Promise<Date | undefined>> = {
  async begin(run, erasure) {
    const { ctx, db, accountId } = run
    const devices = await traces.listForgottenDevices(ctx.db.directory, accountId)
    const noted = { devices, recipient: await sealRecipient(run, erasure) }
    // Undone meanwhile: the account lives, and must not get a tombstone.
    if (!(await queries.beginErasure(db, accountId, noted))) return undefined
    // Before anything is deleted: a restore of an older backup must not bring the account back.
    await keepTombstone(ctx, db, accountId)
    return undefined
  },
  async revoke(run) {
    await traces.deleteOperators(run.ctx.db.directory, run.accountId)
    for (const table of credentials) await empty(run, table)
    await queries.markRevoked(run.db, run.accountId)
    return undefined
  },
  async jobs({ ctx, accountId }) {
    await traces.deleteJobs(ctx.db.directory, accountId)
    return undefined
  },
  async history(run, { devices }) {
    await deleteHistory(run, devices)
    await deleteHistory(run, await queries.listDevicesWithHistory(run.db, run.accountId))
    return undefined
  },
  async tables(run) {
    await deleteTables(run)
    return undefined
  },
  async files({ ctx, db, accountId }) {
    await queries.addFiles(db, accountId, await deleteExportFiles(ctx, accountId))
    return undefined
  },
  async settle({ ctx, settleMs }, { revokedAt }) {
    const settledAt = new Date((revokedAt ?? ctx.now()).getTime() + settleMs)
    return settleMs > 0 && settledAt > new Date() ? settledAt : undefined
  },
  /** What processes wrote before they noticed. */
  async sweep(run, erasure) {
    const { ctx, db, accountId } = run
    await deleteHistory(run, erasure.devices)
    await deleteTables(run)
    await traces.deleteJobs(ctx.db.directory, accountId)
    await traces.deleteTraces(ctx.db.directory, accountId, erasure.identifiers)
    const letters = await forgetInDeadLetters(ctx, accountId, erasure.identifiers)
    if (letters > 0) await queries.addMessages(db, accountId, 'dead letters', letters)
    await queries.addFiles(db, accountId, await deleteExportFiles(ctx, accountId))
    if (!(await queries.isInArchive(db, accountId))) return undefined
    return new Date(ctx.now().getTime() + archivePollMs)
  },
  async streams({ ctx, db, accountId }) {
    if (!ctx.bus) return undefined
    await queries.addMessages(db, accountId, 'EVENTS', await ctx.bus.events.purge(accountId))
    return undefined
  },
  async names({ ctx, accountId }) {
    await removeFromTree(ctx, accountId)
    await unregisterAccount(ctx, accountId)
    return undefined
  },
  async statement({ ctx, db, accountId }, erasure) {
    const recipient = openRecipient(ctx, erasure)
    if (!recipient) return undefined
    const known = await queries.findStatement(db, accountId)
    if (known) return undefined
    await queries.keepStatement(
      db,
      accountId,
      JSON.stringify(createStatement(ctx, erasure, recipient.account)),
    )
    return undefined
  },
  async mail(run, erasure) {
    const { ctx, accountId } = run
    const recipient = openRecipient(ctx, erasure)
    if (!recipient) return undefined
    const account = ctx.db.forAccount(accountId)
    const { isQueued } = await queries.findStatementMail(account)
    if (!isQueued) {
      const signed = await queries.findStatement(run.db, accountId)
      await queueIdentityMail(ctx, account, {
        accountId,
        address: recipient.address,
        kind: 'account-erased',
        values: valuesOf(JSON.parse(signed!) as SignedStatement, signed!),
        language: recipient.language,
      })
    }
    const isLate = Date.now() - erasure.startedAt!.getTime() > mailForMs
    const { isWaiting } = await queries.findStatementMail(account)
    return isWaiting && !isLate ? new Date(ctx.now().getTime() + mailPollMs) : undefined
  },
  async finish(run) {
    await empty(run, 'identity_mails')
    await queries.deleteErasure(run.db, run.accountId)
    run.ctx.log.info({ accountId: run.accountId }, 'account erased')
    return undefined
  },
}

async function deleteHistory(run: Run, devices: number[]): Promise<void> {
  for (const device of devices)
    await untilNone(run, () => queries.deleteSomeLocations(run.db, run.accountId, device, batchSize))
}

async function deleteTables(run: Run): Promise<void> {
  const tables = await queries.listTables(run.db)
  for (let tries = 1; ; tries += 1) {
    try {
      for (const table of tables) await empty(run, table)
      return
    } catch (error) {
      // A process wrote a row after its table was emptied: its usage of the API, for example.
      if ((error as { code?: string }).code !== '23503' || tries === maxTries) throw error
    }
  }
}

function empty(run: Run, table: string): Promise<void> {
  return untilNone(run, () => queries.deleteSome(run.db, table, run.accountId, batchSize))
}

/** Batch by batch, with a breath in between, so that others are served. */
async function untilNone({ onRows }: Run, remove: () => Promise<number>): Promise<void> {
  for (;;) {
    const rows = await remove()
    onRows(rows)
    if (rows < batchSize) return
    await sleep(1)
  }
}

async function sealRecipient({ ctx, db, accountId }: Run, erasure: Erasure): Promise<Buffer | null> {
  if (erasure.recipient || erasure.requestedBy === 'restore') return erasure.recipient
  const owner = await queries.findOwner(db, accountId)
  if (!owner) return null
  const { account, email: address } = owner
  const recipient: Recipient = { address, account, language: languageOf(owner) }
  return seal(ctx.config.access, purpose, JSON.stringify(recipient))
}

function openRecipient({ config }: EraseContext, { recipient }: Erasure): Recipient | undefined {
  return recipient ? (JSON.parse(unseal(config.access, purpose, recipient)) as Recipient) : undefined
}

function valuesOf({ statement }: SignedStatement, text: string): Record<string, string> {
  const total = Object.values(statement.rows).reduce((sum, count) => sum + count, 0)
  return {
    rows: String(total),
    tables: String(Object.keys(statement.rows).length),
    logsUntil: statement.copiesUntil.locationLog,
    backupsUntil: statement.copiesUntil.backups,
    statement: text,
  }
}
