// `rastro resale senders`: the address of e-mails and the sender of SMS of your brand.

import type { EmailSender, ListedSmsSender, Rastro } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { printList } from '../listing.ts'
import { fieldsOf, print } from '../output.ts'

const perPage = 200

interface SendersOptions extends ClientOptions {
  email?: string
  sms?: string
  check?: true
}

const list = () =>
  asClient(new Command('list'))
    .description('list the senders of SMS of the resellers below yours')
    .action((options: ClientOptions) =>
      connected(options, (rastro) => printList(options, smsSendersOf(rastro), columns, 'None.')),
    )

async function* smsSendersOf(rastro: Rastro): AsyncGenerator<ListedSmsSender[]> {
  const query = { limit: perPage }
  for await (const page of rastro.pages('/api/resale/smsSenders', { query })) yield page.smsSenders
}

const columns = {
  reseller: ({ resellerId }: ListedSmsSender) => resellerId,
  name: ({ resellerName }: ListedSmsSender) => resellerName,
  sender: ({ sender }: ListedSmsSender) => sender,
  state: ({ state }: ListedSmsSender) => state,
}

export function sendersCommand(): Command {
  return asClient(
    new Command('senders')
      .option(
        '--email <address>',
        'send e-mails with this address of your domain; empty: that of the platform',
      )
      .option('--sms <sender>', 'at most 11 letters and digits, or a number; empty: that of the platform')
      .option('--check', 'ask DNS now'),
  )
    .description('show or change the senders of your brand, with the records for DNS')
    .addCommand(list())
    .action(({ email, sms, check, ...options }: SendersOptions) =>
      connected(options, async (rastro) => {
        if (email) await rastro.put('/api/resale/senders/email', { body: { address: email } })
        else if (email === '') await rastro.delete('/api/resale/senders/email')
        if (sms) await rastro.put('/api/resale/senders/sms', { body: { sender: sms } })
        else if (sms === '') await rastro.delete('/api/resale/senders/sms')
        if (check) await rastro.post('/api/resale/senders/email/check')
        const senders = await rastro.get('/api/resale/senders')
        const fields = fieldsOf({
          email: senders.email ? `${senders.email.address}, ${senders.email.state}` : 'that of the platform',
          fault: senders.email?.fault,
          sms: senders.sms ? `${senders.sms.sender}, ${senders.sms.state}` : 'that of the platform',
          reason: senders.sms?.reason,
        })
        print(options, senders, [fields, ...recordLines(senders.email)].join('\n'))
      }),
    )
}

function recordLines(email: EmailSender | null): string[] {
  return (email?.records ?? []).map(
    ({ type, name, value, isRequired }) =>
      `\n${isRequired ? 'Required' : 'Recommended'}, ${type}:\n${name}\n${value}`,
  )
}
