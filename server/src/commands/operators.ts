// `rastro operator`: the people who run the installation.

import { printList, timeOf } from '@rastro/cli/listing'
import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { addOperator, listOperators, removeOperator } from '../features/accounts/operator.api.ts'
import { asOperator, getUserByName } from './operator.ts'

type Listed = Awaited<ReturnType<typeof listOperators>>[number]

const list = new Command('list')
  .description('list operators; customers get the address of the first as their contact')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const columns = {
      user: ({ userName }: Listed) => userName,
      email: ({ email }: Listed) => email,
      since: ({ createdAt }: Listed) => timeOf(createdAt.toISOString()),
    }
    await asOperator((ctx) => {
      const pages = (async function* () {
        yield await listOperators(ctx)
      })()
      return printList(options, pages, columns, 'There are no operators yet.')
    })
  })

const add = new Command('add')
  .description('name an operator')
  .argument('<user>', 'user name')
  .requiredOption('--email <address>', 'e-mail address for customers')
  .option('--json', 'print JSON')
  .action(async (userName: string, options: Printing & { email: string }) => {
    const { email } = options
    await asOperator(async (ctx) => {
      await getUserByName(ctx, userName)
      await addOperator(ctx, { userName, email })
    })
    print(options, { userName, email }, `${userName} is an operator`)
  })

const remove = new Command('remove')
  .description('remove an operator; the user stays')
  .argument('<user>', 'user name')
  .option('--json', 'print JSON')
  .action(async (userName: string, options: Printing) => {
    await asOperator((ctx) => removeOperator(ctx, userName))
    print(options, { userName }, `${userName} is no longer an operator`)
  })

export const operatorCommand = new Command('operator')
  .description('manage the people who run this installation')
  .addCommand(list)
  .addCommand(add)
  .addCommand(remove)
