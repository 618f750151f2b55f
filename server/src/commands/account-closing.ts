// `rastro account export|close|erase|erased|statement`: the end of an account.

import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { printList, timeOf } from '@rastro/cli/listing'
import { wholeFrom } from '@rastro/cli/options'
import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { describeAccount } from '../features/accounts/account.api.ts'
import { closeForOperator, reopenForOperator } from '../features/erasure/closing.api.ts'
import { eraseNow } from '../features/erasure/erasure.api.ts'
import { verifyStatement } from '../features/erasure/statement.api.ts'
import { getKeptStatement, listErasedAccounts } from '../features/erasure/tombstone.api.ts'
import { exportTo } from '../features/exports/export.api.ts'
import { ConflictError, InvalidError } from '../platform/http/errors.ts'
import { asOperator, getAccountNumber, withBus } from './operator.ts'
import { sizeOf } from './steps.ts'

const erasedPerPage = 1_000
const accountArgument = ['<account>', 'acc_…, or the name of one of its users'] as const

export const exportCommand = new Command('export')
  .description('write everything of an account, except secrets, into one tar file')
  .argument(...accountArgument)
  .requiredOption('--to <file>', 'the file to write; an interrupted export continues')
  .option('--json', 'print JSON')
  .action(async (text: string, options: Printing & { to: string }) => {
    await asOperator(async (ctx) => {
      const accountId = await getAccountNumber(ctx, text)
      const { publicId: account } = await describeAccount(ctx, accountId)
      const progress = startProgress('Chunks', options)
      let chunks = 0
      const written = await exportTo(ctx, { accountId, account, path: resolve(options.to) }, async () => {
        chunks += 1
        progress.at(chunks)
      })
      progress.end()
      const { files, rows, bytes } = written
      const sha256 = written.sha256.toString('hex')
      const words = `${files} files, ${rows} rows, ${sizeOf(bytes)}\nsha256  ${sha256}`
      print(options, { account, file: options.to, files, rows, bytes, sha256 }, words)
    })
  })

interface CloseOptions extends Printing {
  reason?: string
  author?: string
  days?: number
  undo?: true
}

export const closeCommand = new Command('close')
  .description('close an account: only its holder has access, and it is erased after the grace period')
  .argument(...accountArgument)
  .option('--reason <text>', 'why; the account holder reads it')
  .option('--author <name>', 'who changes it, for the audit log (default: the user of the shell)')
  .option('--days <number>', 'days until the erasure, 7 to 90 (default: RASTRO_CLOSING_DAYS)', wholeFrom(1))
  .option('--undo', 'reopen an account that is being closed')
  .option('--json', 'print JSON')
  .action(async (text: string, { undo, ...options }: CloseOptions) => {
    const author = options.author ?? userInfo().username
    await asOperator(async (ctx) => {
      const accountId = await getAccountNumber(ctx, text)
      if (undo) {
        await reopenForOperator(ctx, accountId, author)
        print(options, { account: text, closing: null }, 'The closing was undone.')
        return
      }
      if (!options.reason)
        throw new InvalidError(
          'accounts.reason_missing',
          'Say why, with --reason: the account holder reads it.',
        )
      const days = options.days ?? ctx.config.erasure.closingDays
      const { eraseAt } = await closeForOperator(ctx, accountId, { reason: options.reason, author, days })
      const words = `The account is closed. It is erased on ${eraseAt.toISOString()}; until then: rastro account close --undo ${text}`
      print(options, { account: text, eraseAt: eraseAt.toISOString() }, words)
    })
  })

export const eraseCommand = new Command('erase')
  .description('erase an account at once whose grace period is over; otherwise the notifier does it')
  .argument('<account>', 'acc_…, the name of one of its users, or its number once its names are erased')
  .option('--json', 'print JSON')
  .action(async (text: string, options: Printing) => {
    await asOperator((ctx) =>
      withBus(ctx, async (bus) => {
        const accountId = /^\d+$/.test(text) ? Number(text) : await getAccountNumber(ctx, text)
        const progress = startProgress('Rows', options)
        let rows = 0
        const outcome = await eraseNow({ ...ctx, bus }, accountId, {
          onRows: (count) => {
            rows += count
            progress.at(rows)
          },
        })
        progress.end()
        if (outcome === 'not due')
          throw new ConflictError(
            'erasure.not_due',
            'The account is not closed, or its grace period is not over. Nothing was deleted.',
          )
        const words: Record<typeof outcome, string> = {
          erased: `erased: ${rows} rows`,
          waiting: `${rows} rows deleted. A running notifier deletes what processes wrote meanwhile, and sends the statement.`,
          busy: 'Another process erases the account.',
        }
        print(options, { outcome, rows }, words[outcome])
      }),
    )
  })

type Listed = Awaited<ReturnType<typeof listErasedAccounts>>[number]

export const erasedCommand = new Command('erased')
  .description('list erased accounts, or print the kept statement of one')
  .argument('[number]', 'account number', wholeFrom(1))
  .option('--json', 'print JSON')
  .action(async (number: number | undefined, options: Printing) => {
    await asOperator(async (ctx) => {
      if (number !== undefined) {
        const text = await getKeptStatement(ctx, number)
        print(options, JSON.parse(text), text)
        return
      }
      const columns = {
        number: ({ number }: Listed) => String(number),
        erased: ({ erasedAt }: Listed) => timeOf(erasedAt.toISOString()),
        statement: ({ hasStatement }: Listed) => (hasStatement ? 'kept' : ''),
      }
      const pages = (async function* () {
        for (let after = 0; ; ) {
          const page = await listErasedAccounts(ctx, after, erasedPerPage)
          yield page
          if (page.length < erasedPerPage) return
          after = page.at(-1)!.number
        }
      })()
      await printList(options, pages, columns, 'No account was erased.')
    })
  })

export const statementCommand = new Command('statement')
  .description('verify the signed statement of an erasure; requires no database')
  .argument('<file>', 'the statement as JSON, as it was sent to the account holder')
  .option('--account <id>', 'acc_…: checks that it is the statement of this account')
  .option('--json', 'print JSON')
  .action(async (file: string, options: Printing & { account?: string }) => {
    const config = readConfig(process.env)
    const text = await readFile(file, 'utf8')
    const { isValid, isOfAccount, statement } = verifyStatement({ config }, text, options.account)
    const verdict = isValid ? 'The signature is valid.' : 'The signature is NOT valid.'
    const ofAccount =
      isOfAccount === undefined ? '' : isOfAccount ? ' It is of this account.' : ' It is of ANOTHER account.'
    const words = `${verdict}${ofAccount}\naccount    number ${statement.accountNumber}\nerased     ${statement.finishedAt}\ncopies     until ${statement.copiesUntil.backups}`
    print(options, { isValid, isOfAccount: isOfAccount ?? null, statement }, words)
    if (!isValid || isOfAccount === false) process.exitCode = 1
  })
