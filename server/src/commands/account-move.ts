import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { Command } from 'commander'
import { ConfigError } from '../config/config.ts'
import { getCell, getResidence, residencesOf } from '../features/cells/move-directory.api.ts'
import { askLastPlace } from '../features/cells/peer-cell.api.ts'
import { forgetAccount } from '../operations/account-move/forget.ts'
import type { Sides } from '../operations/account-move/move.types.ts'
import type { MoveContext } from '../operations/account-move/mover.ts'
import { abortMove, findLeft, moveAccount } from '../operations/account-move/mover.ts'
import { openLine } from '../platform/db/db.ts'
import { ConflictError, InvalidError } from '../platform/http/errors.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import type { OperatorContext } from './operator.ts'
import { asOperator, withBus } from './operator.ts'

interface MoveOptions extends Printing {
  to: string
  abort?: true
}

/** So long a process may remember who a tracker is. */
const forgetAfterMinutes = 15

export const moveCommand = new Command('move')
  .description('move an account to another cell, while it is being used; again to finish what was broken off')
  .argument('<account>', 'acc_…, or the user name of anybody in it')
  .requiredOption('--to <cell>', 'the number of the other cell')
  .option('--abort', 'undo a move that was broken off')
  .option('--json', 'print JSON')
  .action(async (text: string, options: MoveOptions) => {
    const to = Number(options.to)
    if (!Number.isInteger(to) || to < 1)
      throw new InvalidError('cells.invalid', `"${options.to}" is not the number of a cell.`)
    await asOperator(async (ctx) => {
      const { accountNumber: accountId } = await getResidence(ctx, text)
      const work = options.abort ? abort : move
      const say = (line: string) => options.json || process.stderr.write(`${line}\n`)
      await asMover(ctx, to, say, (mover, sides) => work(mover, sides, accountId, options))
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
    return print(options, { finished: true }, 'The account lives there already; what was left to do is done.')
  const { rows, locations, copySeconds, pauseSeconds } = moved
  const words = `moved    ${rows} rows and ${locations} locations\ncopied   in ${copySeconds} s\npaused   ${pauseSeconds} s`
  print(options, moved, `${words}\n\nWhat it left behind: rastro account forget`)
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
      'moves.over',
      'The account lives in the other cell by now. Run the move again: it finishes what is left.',
    )
  print(options, { aborted: true }, 'The account goes on where it was.')
}

/** With a line to each database that no policy holds. */
async function asMover<T>(
  ctx: OperatorContext,
  to: number,
  say: (line: string) => unknown,
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
  if (!cells || cells.own === to) throw new InvalidError('cells.invalid', `This is cell ${to}. Name another.`)
  const closing: (() => Promise<unknown>)[] = []
  try {
    const source = await openLine(moveSourceUrl, 'rastro-move')
    closing.push(source.end)
    const target = await openLine(moveTargetUrl, 'rastro-move')
    closing.push(target.end)
    const jobs = await startJobs(moveTargetUrl, log, { works: false })
    closing.push(jobs.stop)
    return await withBus(ctx, (bus) =>
      work(
        {
          bus,
          jobs,
          now: ctx.now,
          residences: residencesOf(cells),
          neighbour: { lastPlace: () => askLastPlace(ctx, cell) },
          say,
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
  .description('remove what an account left behind here when it moved to another cell')
  .argument('<account>', 'acc_…, or the user name of anybody in it')
  .option('--json', 'print JSON')
  .action(async (text: string, options: Printing) => {
    await asOperator(async (ctx) => {
      const lives = await getResidence(ctx, text)
      const accountId = lives.accountNumber
      const { moveSourceUrl } = ctx.config.cells
      if (!moveSourceUrl)
        throw new ConfigError(['RASTRO_MOVE_SOURCE_URL is not set: this cell’s database, as a superuser'])
      if (lives.cell === ctx.cells?.own)
        throw new ConflictError('moves.at_home', 'The account lives here. Nothing is removed.')
      const line = await openLine(moveSourceUrl, 'rastro-forget')
      const progress = startProgress('Rows', options)
      try {
        const { minutes, held } = await findLeft(line.db, accountId)
        if (minutes < forgetAfterMinutes || held > 0)
          throw new ConflictError(
            'moves.too_early',
            `It left ${minutes} minutes ago, and ${held} batches of locations wait to be told to its cell. Come back ${forgetAfterMinutes} minutes after the move.`,
          )
        const rows = await forgetAccount(line.db, accountId, (done) => progress.at(done))
        progress.end()
        print(options, { rows }, `${rows} rows removed`)
      } finally {
        await line.end()
      }
    })
  })
