// The hosts of a reseller in the console, and of the platform for operators.

import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import { write } from '../../../platform/http/write.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import { requireManaged } from '../tree.api.ts'
import { createHostChecker } from './check.ts'
import { HostBody, HostPath, HostView, NewHostBody, toView } from './host.schema.ts'
import { addHost, changeHost, checkHost, listHosts, removeHost } from './host.ts'
import type { StoredHost } from './host.types.ts'

const tags = ['Resale']
const path = '/api/resale/hosts'
const HostAnswer = answer({ host: ref(HostView) })

export function hostRoutes(app: App, ctx: Context): void {
  app.addSchema(HostView)
  const checker = createHostChecker(ctx)
  const view = (host: StoredHost) => toView(host, ctx.sites.platformHost)
  const managedBy = (caller: Caller) => requireManaged(ctx, caller)

  app.get(
    path,
    {
      schema: {
        operationId: 'listResellerHosts',
        summary: 'List the hosts of your reseller',
        description: 'At most 20, by name, with the records for DNS.',
        tags,
        response: { 200: answer({ hosts: Type.Array(ref(HostView)) }), ...failures },
      },
    },
    async ({ caller }) => ({ hosts: (await listHosts(ctx, await managedBy(caller))).map(view) }),
  )

  app.post(
    path,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'addResellerHost',
        summary: 'Add a host to your reseller',
        description:
          'Pending until its TXT record is found. At most 20 hosts, and 5 new ones a day. One that was added before is returned as it is.',
        tags,
        body: NewHostBody,
        response: { 201: HostAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const managed = await managedBy(caller)
      const { host, isNew } = await addHost(ctx, managed, { ...body, author: caller.userName })
      return write(ctx, request, reply, async (tx) => {
        if (isNew)
          await recordChanges(tx, caller, [
            { action: 'resale.host_added', target: host.name, before: null, after: { reseller: managed.id } },
          ])
        return { payload: { host: view(host) }, status: 201, location: `${path}/${host.name}` }
      })
    },
  )

  app.post(
    `${path}/:host/check`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'checkResellerHost',
        summary: 'Check a host of your reseller',
        description: 'Looks for its TXT record now. Verified hosts are checked every day.',
        tags,
        params: HostPath,
        response: { 200: HostAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      const { after } = await checkHost(ctx, checker, await managedBy(caller), params.host)
      return write(ctx, request, reply, async () => ({ payload: { host: view(after) } }))
    },
  )

  app.put(
    `${path}/:host`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'replaceResellerHost',
        summary: 'Replace the settings of a host',
        description:
          'Whether links have this host, and whether it serves the documentation. One host of a reseller has the links.',
        tags,
        params: HostPath,
        body: HostBody,
        response: { 200: HostAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const { before, after } = await changeHost(ctx, await managedBy(caller), params.host, body)
      return write(ctx, request, reply, async (tx) => {
        const settingsOf = ({ isHome, servesDocs }: StoredHost) => ({ isHome, servesDocs })
        await recordChanges(tx, caller, [
          {
            action: 'resale.host_changed',
            target: after.name,
            before: settingsOf(before),
            after: settingsOf(after),
          },
        ])
        return { payload: { host: view(after) } }
      })
    },
  )

  app.delete(
    `${path}/:host`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'removeResellerHost',
        summary: 'Remove a host from your reseller',
        description: 'It is not served any more, within seconds. Sessions that were opened there end.',
        tags,
        params: HostPath,
        response: { 200: answer({}), ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      const host = await removeHost(ctx, await managedBy(caller), params.host)
      return write(ctx, request, reply, async (tx) => {
        await recordChanges(tx, caller, [
          { action: 'resale.host_removed', target: host.name, before: { state: host.state }, after: null },
        ])
        return { payload: {} }
      })
    },
  )
}
