import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { Command } from 'commander'
import { ConfigError } from '../config/config.ts'
import { listErased } from '../features/cells/home-cell.api.ts'
import { getCell, getHomeCell, moveDirectoryOf } from '../features/cells/move-directory.api.ts'
import { fetchLastPosition } from '../features/cells/peer-cell.api.ts'
import { deleteExportFiles } from '../features/exports/export.api.ts'
import { forgetAccount } from '../operations/account-move/forget.ts'
import type { Sides } from '../operations/account-move/move.types.ts'
import type { MoveContext } from '../operations/account-move/mover.ts'
import { abortMove, findDeparture, moveAccount } from '../operations/account-move/mover.ts'
import { openConnection } from '../platform/db/db.ts'
import { ConflictError, InvalidError, NotFoundError } from '../platform/http/errors.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import type { OperatorContext } from './operator.ts'
import { asOperator, withBus } from './operator.ts'

interface MoveOptions extends Printing {
  to: string
  abort?: true
}

/** Processes may cache the account of a tracker this long. */
const forgetAfterMinutes = 15

export const moveCommand = new Command('move')
  .description('move an account online to another cell; run it again to finish an interrupted move')
  .argument('<account>', 'acc_…, or the name of one of its users')
  .requiredOption('--to <cell>', 'number of the target cell')
  .option('--abort', 'undo an interrupted move')
  .option('--json', 'print JSON')
  .action(async (text: string, options: MoveOptions) => {
    const to = Number(options.to)
    if (!Number.isInteger(to) || to < 1)
      throw new InvalidError('cells.invalid', `"${options.to}" is not a cell number.`)
    await asOperator(async (ctx) => {
      const { accountNumber: accountId } = await getHomeCell(ctx, text)
      const work = options.abort ? abort : move
      const report = (connection: string) => options.json || process.stderr.write(`${connection}\n`)
      await asMover(ctx, to, report, (mover, sides) => work(mover, sides, accountId, options))
    })
  })

async function move(
  mover: MoveContext,
  sides: Sides,
  accountId: number,
  options: MoveOptions,
): Promise<void> {
  const moved = await moveAccount(mover, sides, accountId)
  if (moved === 'finished')
    return print(options, { finished: true }, 'The account was already moved; the remaining steps are done.')
  const { rows, locations, copySeconds, pauseSeconds } = moved
  const words = `moved    ${rows} rows and ${locations} locations\ncopied   in ${copySeconds} s\npaused   ${pauseSeconds} s`
  print(options, moved, `${words}\n\nTo delete its old data here: rastro account forget`)
}

async function abort(
  mover: MoveContext,
  sides: Sides,
  accountId: number,
  options: MoveOptions,
): Promise<void> {
  const isUndone = await abortMove(mover, sides, accountId)
  if (!isUndone)
    throw new ConflictError(
      'moves.already_moved',
      'The account is already in the other cell. Run the move again to finish it.',
    )
  print(options, { aborted: true }, 'The move was undone. The account stays in this cell.')
}

/** With a superuser connection to each database. */
async function asMover<T>(
  ctx: OperatorContext,
  to: number,
  report: (connection: string) => unknown,
  work: (mover: MoveContext, sides: Sides) => Promise<T>,
): Promise<T> {
  const { cells, config, log } = ctx
  const { moveSourceUrl, moveTargetUrl } = config.cells
  const faults: string[] = []
  if (!moveSourceUrl) faults.push('RASTRO_MOVE_SOURCE_URL is not set: this cell’s database, as a superuser')
  if (!moveTargetUrl)
    faults.push('RASTRO_MOVE_TARGET_URL is not set: the other cell’s database, as a superuser')
  if (!moveSourceUrl || !moveTargetUrl) throw new ConfigError(faults)
  const cell = await getCell(ctx, to)
  if (!cells || cells.own === to)
    throw new InvalidError('cells.invalid', `This is cell ${to}. Specify another one.`)
  const closing: (() => Promise<unknown>)[] = []
  try {
    const source = await openConnection(moveSourceUrl, 'rastro-move')
    closing.push(source.end)
    const target = await openConnection(moveTargetUrl, 'rastro-move')
    closing.push(target.end)
    const jobs = await startJobs(moveTargetUrl, log, { works: false })
    closing.push(jobs.stop)
    return await withBus(ctx, (bus) =>
      work(
        {
          bus,
          jobs,
          now: ctx.now,
          moveDirectory: moveDirectoryOf(cells),
          peer: { lastPosition: () => fetchLastPosition(ctx, cell) },
          report,
        },
        {
          source: { cell: cells.own, db: source.db, url: moveSourceUrl },
          target: { cell: to, db: target.db, url: moveTargetUrl },
        },
      ),
    )
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

export const forgetCommand = new Command('forget')
  .description('delete the data of an account that was moved to another cell')
  .argument('<account>', 'acc_…, the name of one of its users, or its number once it is erased')
  .option('--json', 'print JSON')
  .action(async (text: string, options: Printing) => {
    await asOperator(async (ctx) => {
      const accountId = await getDeparted(ctx, text)
      const progress = startProgress('Rows', options)
      const rows = await forgetDeparted(ctx, accountId, (done) => progress.at(done))
      progress.end()
      print(options, { rows }, `${rows} rows deleted`)
    })
  })

/** The number of an account whose home is another cell, or which was erased there. */
async function getDeparted(ctx: OperatorContext, text: string): Promise<number> {
  if (/^\d+$/.test(text)) {
    const isErased = (await listErased(ctx)).some(({ number }) => number === Number(text))
    if (isErased) return Number(text)
    throw new NotFoundError('accounts.not_found', `No account with the number ${text} was erased.`)
  }
  const { accountNumber, cell } = await getHomeCell(ctx, text)
  if (cell === ctx.cells?.own)
    throw new ConflictError('moves.not_moved', 'The account is in this cell. Nothing was deleted.')
  return accountNumber
}

/** Returns how many rows were deleted. */
export async function forgetDeparted(
  ctx: OperatorContext,
  accountId: number,
  onDone: (rows: number) => void,
): Promise<number> {
  const { moveSourceUrl } = ctx.config.cells
  if (!moveSourceUrl)
    throw new ConfigError([
      `RASTRO_MOVE_SOURCE_URL is not set: this cell’s database, as a superuser, to delete the rows of account number ${accountId}`,
    ])
  const { db, end } = await openConnection(moveSourceUrl, 'rastro-forget')
  try {
    const { minutes, buffered } = await findDeparture(db, accountId)
    if (minutes < forgetAfterMinutes || buffered > 0)
      throw new ConflictError(
        'moves.too_early',
        `The account was moved ${minutes} minutes ago, and ${buffered} location batches wait to be forwarded. Try again ${forgetAfterMinutes} minutes after the move.`,
      )
    const rows = await forgetAccount(db, accountId, onDone)
    await deleteExportFiles(ctx, accountId)
    return rows
  } finally {
    await end()
  }
}
