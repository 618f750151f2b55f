// Support sessions, for both sides. To ask for one and to approve one you sign in with the web interface: it takes a
// person, and not a key.

import type { Rastro, SupportRequest, SupportSession } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { printList, timeOf } from '../listing.ts'
import { fieldsOf, print } from '../output.ts'

const perPage = 200

interface ListOptions extends ClientOptions {
  open?: true
}

const list = () =>
  asClient(new Command('list').option('--open', 'only requests and active sessions'))
    .description('list the support sessions in your account, newest first')
    .action((options: ListOptions) =>
      connected(options, (rastro) =>
        printList(options, sessionsOf(rastro, options.open === true), columns, 'None.'),
      ),
    )

async function* sessionsOf(rastro: Rastro, open: boolean): AsyncGenerator<SupportSession[]> {
  const query = { limit: perPage, ...(open && { open }) }
  for await (const page of rastro.pages('/api/account/supportSessions', { query })) yield page.supportSessions
}

const columns = {
  id: ({ id }: SupportSession) => id,
  visitor: ({ visitorName, organization }: SupportSession) => `${visitorName} (${organization})`,
  state: ({ state }: SupportSession) => state,
  access: ({ access }: SupportSession) => access,
  requested: ({ requestedAt }: SupportSession) => timeOf(requestedAt),
  routes: ({ routesRead }: SupportSession) => routesRead,
  reason: ({ reason }: SupportSession) => reason,
}

const show = () =>
  asClient(new Command('show'))
    .description('show a support session in your account, with what was read')
    .argument('<session>', 'sup_…')
    .action((id: string, options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { supportSession, reads } = await rastro.get(
          '/api/account/supportSessions/{supportSessionId}',
          {
            path: { supportSessionId: id },
          },
        )
        const { visitorName, organization, reason, state, access, endReason } = supportSession
        const fields = fieldsOf({
          session: id,
          visitor: `${visitorName} (${organization})`,
          reason,
          state: endReason ? `${state}, ${endReason}` : state,
          access,
        })
        const lines = reads.map(({ route, count, lastAt }) => `${route}: ${count}, last ${timeOf(lastAt)}`)
        print(options, { supportSession, reads }, [fields, ...lines].join('\n'))
      }),
    )

const end = () =>
  asClient(new Command('end'))
    .description('end a support session in your account, or refuse its request; acts within 5 seconds')
    .argument('<session>', 'sup_…')
    .action((id: string, options: ClientOptions) =>
      connected(options, async (rastro) => {
        const path = { supportSessionId: id }
        const { supportSession } = await rastro.post('/api/account/supportSessions/{supportSessionId}/end', {
          path,
        })
        print(options, supportSession, `${id}: ${supportSession.state}`)
      }),
    )

export function supportCommand(): Command {
  return new Command('support')
    .description('who of your provider was in your account, and what was read')
    .addCommand(list())
    .addCommand(show())
    .addCommand(end())
}

const listRequests = () =>
  asClient(new Command('list'))
    .description('list the support sessions that people of your reseller asked for, newest first')
    .action((options: ClientOptions) =>
      connected(options, (rastro) => printList(options, requestsOf(rastro), requestColumns, 'None.')),
    )

async function* requestsOf(rastro: Rastro): AsyncGenerator<SupportRequest[]> {
  const query = { limit: perPage }
  for await (const page of rastro.pages('/api/resale/supportSessions', { query })) yield page.supportSessions
}

const requestColumns = {
  id: ({ id }: SupportRequest) => id,
  account: ({ accountName }: SupportRequest) => accountName,
  visitor: ({ visitorName }: SupportRequest) => visitorName,
  state: ({ state }: SupportRequest) => state,
  access: ({ access }: SupportRequest) => access,
  requested: ({ requestedAt }: SupportRequest) => timeOf(requestedAt),
  reason: ({ reason }: SupportRequest) => reason,
}

const endRequest = () =>
  asClient(new Command('end'))
    .description('end a support session in an account below your reseller, or take its request back')
    .argument('<session>', 'sup_…')
    .action((id: string, options: ClientOptions) =>
      connected(options, async (rastro) => {
        const path = { supportSessionId: id }
        const { supportSession } = await rastro.post('/api/resale/supportSessions/{supportSessionId}/end', {
          path,
        })
        print(options, supportSession, `${id}: ${supportSession.state}`)
      }),
    )

/** For the staff of a reseller: part of `rastro resale`. */
export function supportRequestsCommand(): Command {
  return new Command('support')
    .description('support sessions in accounts below your reseller')
    .addCommand(listRequests())
    .addCommand(endRequest())
}
