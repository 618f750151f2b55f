// `rastro resale host`: the names under which your customers open the interface.

import type { ResellerHost } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { printList } from '../listing.ts'
import { fieldsOf, print } from '../output.ts'

const list = () =>
  asClient(new Command('list'))
    .description('list the hosts of your reseller')
    .action((options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { hosts } = await rastro.get('/api/resale/hosts')
        const columns = {
          host: ({ host }: ResellerHost) => host,
          state: ({ state }: ResellerHost) => state,
          links: ({ isHome }: ResellerHost) => (isHome ? 'yes' : ''),
          fault: ({ fault }: ResellerHost) => fault ?? '',
        }
        await printList(options, [hosts], columns, 'no hosts')
      }),
    )

const add = () =>
  asClient(new Command('add').argument('<host>', 'fleet.example.com'))
    .description('add a host, and show the records for DNS')
    .action((host: string, options: ClientOptions) =>
      connected(options, async (rastro) =>
        show(options, (await rastro.post('/api/resale/hosts', { body: { host } })).host),
      ),
    )

const check = () =>
  asClient(new Command('check').argument('<host>', 'one of your hosts'))
    .description('look for the proof in DNS now')
    .action((host: string, options: ClientOptions) =>
      connected(options, async (rastro) =>
        show(options, (await rastro.post('/api/resale/hosts/{host}/check', { path: { host } })).host),
      ),
    )

interface SetOptions extends ClientOptions {
  home?: boolean
  docs?: boolean
}

const set = () =>
  asClient(
    new Command('set')
      .argument('<host>', 'one of your hosts')
      .option('--home', 'use it in links of e-mails and shares')
      .option('--no-home', 'do not use it in links')
      .option('--docs', 'serve the documentation of the platform there')
      .option('--no-docs', 'do not serve the documentation there'),
  )
    .description('change the settings of a host')
    .action((name: string, { home, docs, ...options }: SetOptions) =>
      connected(options, async (rastro) => {
        const { hosts } = await rastro.get('/api/resale/hosts')
        const before = hosts.find(({ host }) => host === name)
        const body = {
          isHome: home ?? before?.isHome ?? false,
          servesDocs: docs ?? before?.servesDocs ?? false,
        }
        show(options, (await rastro.put('/api/resale/hosts/{host}', { path: { host: name }, body })).host)
      }),
    )

const remove = () =>
  asClient(new Command('remove').argument('<host>', 'one of your hosts'))
    .description('remove a host: it is not served any more')
    .action((host: string, options: ClientOptions) =>
      connected(options, async (rastro) => {
        await rastro.delete('/api/resale/hosts/{host}', { path: { host } })
        print(options, { host }, `${host} was removed`)
      }),
    )

function show(options: ClientOptions, host: ResellerHost): void {
  const { proof, target } = host.records
  const words = fieldsOf({
    host: host.host,
    state: host.state,
    ...(host.fault && { fault: host.fault }),
    links: host.isHome ? 'yes' : 'no',
    [proof.type]: `${proof.name} ${proof.value}`,
    [target.type]: `${target.name} ${target.value}`,
  })
  print(options, host, words)
}

export const hostCommand = () =>
  new Command('host')
    .description('manage the hosts of your reseller')
    .addCommand(list())
    .addCommand(add())
    .addCommand(check())
    .addCommand(set())
    .addCommand(remove())
