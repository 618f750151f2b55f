import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { networkOf } from '../../platform/http/network.ts'
import { createRateLimit, requireRate } from '../../platform/http/rate-limit.ts'
import { failures } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { limitNameConflicts } from '../users/name-conflicts.api.ts'
import { pageOf, parseFilter } from './filter.ts'
import type { ScimCaller } from './scim.types.ts'
import { ScimError, toScimError } from './scim-error.ts'
import { createGroup, deleteGroup, getGroup, listGroups, patchGroup, replaceGroup } from './scim-group.ts'
import { accountInSecret, authenticate } from './scim-key.ts'
import {
  callerOf,
  createScimUser,
  deleteScimUser,
  getUser,
  listUsers,
  patchScimUser,
  replaceScimUser,
} from './scim-user.ts'
import { groupView, listView, resourceTypes, schemas, serviceProviderConfig, userView } from './scim-views.ts'

const tags = ['SCIM']
const root = '/scim/v2'
const mediaType = 'application/scim+json'
const perMinute = 600
const maxBytes = 256 * 1_024

const AnyObject = Type.Object({}, { additionalProperties: true })
const inScim = (description: string) => ({ description, content: { [mediaType]: { schema: AnyObject } } })
const Resource = inScim('In the form of SCIM 2.0.')
const Failure = inScim('An error of SCIM.')
const Body = Type.Object({}, { additionalProperties: true })
const IdPath = Type.Object({ id: Type.String({ maxLength: 64 }) })
const ListQuery = Type.Object(
  {
    filter: Type.Optional(Type.String({ maxLength: 600, description: '`attribute eq "value"`.' })),
    startIndex: Type.Optional(Type.String({ maxLength: 12 })),
    count: Type.Optional(Type.String({ maxLength: 12 })),
    excludedAttributes: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: true },
)

declare module 'fastify' {
  interface FastifyRequest {
    scim?: ScimCaller
  }
}

/** For identity providers, which keep users and groups of an account (RFC 7643, 7644). */
export function scimRoutes(app: App, ctx: Context): void {
  const base = `${ctx.config.http.publicUrl}${root}`
  const ofNetwork = createRateLimit('scim network', ctx.config.http.requestsPerMinutePerAddress)
  const ofAccount = createRateLimit('scim', perMinute)

  app.register(async (app: App) => {
    const parse = app.getDefaultJsonParser('error', 'error')
    for (const type of [mediaType, 'application/json']) {
      app.removeContentTypeParser(type)
      app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: maxBytes }, parse)
    }
    app.decorateRequest('scim')

    app.setErrorHandler((error, request, reply) => {
      const { status, body } = toScimError(error)
      metrics.scimRequests.inc({ outcome: `${Math.floor(status / 100)}xx` })
      if (status >= 500) request.log.error({ err: error }, 'SCIM request failed')
      if (status === 401) reply.header('www-authenticate', 'Bearer')
      return reply.code(status).type(mediaType).send(body)
    })

    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      requireRate(ofNetwork.take(networkOf(request.ip)))
      const scim = await authenticate(ctx, request.headers.authorization, request.id)
      if (!scim) throw new ScimError(401, 'The SCIM key is not valid.')
      requireRate(ofAccount.take(scim.account))
      request.scim = scim
    })

    const config = {
      bare: true,
      load: 'call',
      credential: ({ headers }: FastifyRequest) => {
        const name = accountInSecret(headers.authorization)
        return name === undefined ? undefined : ({ kind: 'account', name } as const)
      },
    } as const
    const describe = (operationId: string, summary: string, more: object = {}) => ({
      operationId,
      summary,
      description: 'SCIM 2.0, with a SCIM key as bearer token.',
      tags,
      security: [],
      ...more,
    })
    const statuses = [400, 401, 404, 409, 413, 415, 421, 429, 500, 503]
    // What is answered before a route is found has the form of the API.
    const unrouted = { 414: failures['4xx'] }
    const errors = { ...Object.fromEntries(statuses.map((status) => [status, Failure])), ...unrouted }

    async function change<T>(
      request: FastifyRequest,
      reply: FastifyReply,
      work: (tx: Tx, scim: ScimCaller) => Promise<T>,
    ): Promise<T> {
      const scim = request.scim!
      const caller = callerOf({ db: ctx.db.forAccount(scim.accountId), now: ctx.now } as Tx, scim)
      const { method, url } = request
      const plain = { caller, method, url, headers: {}, body: request.body }
      const silent = { code: () => reply, header: () => reply }
      const { done } = await limitNameConflicts(ctx, caller, () =>
        write(ctx, plain, silent, async (tx) => ({ payload: { done: await work(tx, scim) } })),
      )
      metrics.scimRequests.inc({ outcome: '2xx' })
      return done
    }
    const dbOf = ({ scim }: FastifyRequest) => ctx.db.forAccount(scim!.accountId)
    const send = (reply: FastifyReply, body: object, status = 200) =>
      reply.code(status).type(mediaType).send(body)

    app.get(
      `${root}/ServiceProviderConfig`,
      {
        config,
        schema: describe('getScimConfig', 'Get what SCIM supports', {
          response: { 200: Resource, ...errors },
        }),
      },
      (_request, reply) => send(reply, serviceProviderConfig),
    )
    app.get(
      `${root}/ResourceTypes`,
      {
        config,
        schema: describe('listScimTypes', 'List SCIM types', { response: { 200: Resource, ...errors } }),
      },
      (_request, reply) => send(reply, listOf(resourceTypes(base))),
    )
    app.get(
      `${root}/Schemas`,
      {
        config,
        schema: describe('listScimSchemas', 'List SCIM schemas', { response: { 200: Resource, ...errors } }),
      },
      (_request, reply) => send(reply, listOf(schemas(base))),
    )

    app.get(
      `${root}/Users`,
      {
        config,
        schema: {
          ...describe('listScimUsers', 'List SCIM users', { response: { 200: Resource, ...errors } }),
          querystring: ListQuery,
        },
      },
      async (request, reply) => {
        const page = pageOf(request.query)
        const { total, users } = await listUsers(dbOf(request), parseFilter(request.query.filter), page)
        return send(
          reply,
          listView(
            users.map((user) => userView(base, user)),
            total,
            page,
          ),
        )
      },
    )
    app.get(
      `${root}/Users/:id`,
      {
        config,
        schema: {
          ...describe('getScimUser', 'Get a SCIM user', { response: { 200: Resource, ...errors } }),
          params: IdPath,
        },
      },
      async (request, reply) =>
        send(reply, userView(base, await getUser({ db: dbOf(request) }, request.params.id))),
    )
    app.post(
      `${root}/Users`,
      {
        config,
        schema: {
          ...describe('createScimUser', 'Create a SCIM user', { response: { 201: Resource, ...errors } }),
          body: Body,
        },
      },
      async (request, reply) => {
        const user = await change(request, reply, (tx, scim) => createScimUser(tx, scim, request.body))
        reply.header('location', `${base}/Users/${user.id}`)
        return send(reply, userView(base, user), 201)
      },
    )
    app.put(
      `${root}/Users/:id`,
      {
        config,
        schema: {
          ...describe('replaceScimUser', 'Replace a SCIM user', { response: { 200: Resource, ...errors } }),
          params: IdPath,
          body: Body,
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const user = await change(request, reply, (tx, scim) => replaceScimUser(tx, scim, id, request.body))
        return send(reply, userView(base, user))
      },
    )
    app.patch(
      `${root}/Users/:id`,
      {
        config,
        schema: {
          ...describe('patchScimUser', 'Change a SCIM user', { response: { 200: Resource, ...errors } }),
          params: IdPath,
          body: Body,
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const user = await change(request, reply, (tx, scim) => patchScimUser(tx, scim, id, request.body))
        return send(reply, userView(base, user))
      },
    )
    app.delete(
      `${root}/Users/:id`,
      {
        config,
        schema: {
          ...describe('deleteScimUser', 'Delete a SCIM user', {
            response: { 204: Type.Null({ description: 'Done.' }), ...errors },
          }),
          params: IdPath,
        },
      },
      async (request, reply) => {
        await change(request, reply, async (tx, scim) => {
          await deleteScimUser(tx, scim, request.params.id)
          return true
        })
        return reply.code(204).send()
      },
    )

    app.get(
      `${root}/Groups`,
      {
        config,
        schema: {
          ...describe('listScimGroups', 'List SCIM groups', { response: { 200: Resource, ...errors } }),
          querystring: ListQuery,
        },
      },
      async (request, reply) => {
        const page = pageOf(request.query)
        const { filter, excludedAttributes = '' } = request.query
        const hasMembers = !/\bmembers\b/i.test(excludedAttributes)
        const { total, groups } = await listGroups(dbOf(request), parseFilter(filter), page, hasMembers)
        return send(
          reply,
          listView(
            groups.map((group) => groupView(base, group, hasMembers)),
            total,
            page,
          ),
        )
      },
    )
    app.get(
      `${root}/Groups/:id`,
      {
        config,
        schema: {
          ...describe('getScimGroup', 'Get a SCIM group', { response: { 200: Resource, ...errors } }),
          params: IdPath,
        },
      },
      async (request, reply) =>
        send(reply, groupView(base, await getGroup({ db: dbOf(request) }, request.params.id))),
    )
    app.post(
      `${root}/Groups`,
      {
        config,
        schema: {
          ...describe('createScimGroup', 'Create a SCIM group', { response: { 201: Resource, ...errors } }),
          body: Body,
        },
      },
      async (request, reply) => {
        const group = await change(request, reply, (tx, scim) => createGroup(tx, scim, request.body))
        reply.header('location', `${base}/Groups/${group.id}`)
        return send(reply, groupView(base, group), 201)
      },
    )
    app.put(
      `${root}/Groups/:id`,
      {
        config,
        schema: {
          ...describe('replaceScimGroup', 'Replace a SCIM group', { response: { 200: Resource, ...errors } }),
          params: IdPath,
          body: Body,
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const group = await change(request, reply, (tx, scim) => replaceGroup(tx, scim, id, request.body))
        return send(reply, groupView(base, group))
      },
    )
    app.patch(
      `${root}/Groups/:id`,
      {
        config,
        schema: {
          ...describe('patchScimGroup', 'Change a SCIM group', {
            response: { 204: Type.Null({ description: 'Done.' }), ...errors },
          }),
          params: IdPath,
          body: Body,
        },
      },
      async (request, reply) => {
        await change(request, reply, async (tx, scim) => {
          await patchGroup(tx, scim, request.params.id, request.body)
          return true
        })
        return reply.code(204).send()
      },
    )
    app.delete(
      `${root}/Groups/:id`,
      {
        config,
        schema: {
          ...describe('deleteScimGroup', 'Delete a SCIM group', {
            response: { 204: Type.Null({ description: 'Done.' }), ...errors },
          }),
          params: IdPath,
        },
      },
      async (request, reply) => {
        await change(request, reply, async (tx, scim) => {
          await deleteGroup(tx, scim, request.params.id)
          return true
        })
        return reply.code(204).send()
      },
    )
  })
}

function listOf(resources: object[]) {
  return listView(resources, resources.length, { startIndex: 1, count: resources.length })
}
