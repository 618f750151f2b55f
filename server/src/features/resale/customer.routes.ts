import { Type } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { sendList, streamList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { canonicalTimeZone } from '../../platform/http/time-zones.ts'
import { write } from '../../platform/http/write.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { requireFewInvitations } from '../users/invitation.api.ts'
import { createCustomer } from './customer.api.ts'
import {
  CustomerBody,
  CustomerPath,
  CustomerQuery,
  CustomerView,
  StatusesBody,
  StatusResult,
  SuspendBody,
  TermsBody,
} from './resale.schema.ts'
import type { ManagedNode, NodeStatus } from './resale.types.ts'
import {
  changeStatus,
  changeStatuses,
  changeTerms,
  getCustomer,
  listCustomers,
  readCustomers,
  transferLicenses,
} from './reseller.api.ts'
import { requireManaged } from './tree.api.ts'

const tags = ['Resale']
const CustomerAnswer = answer({ account: ref(CustomerView) })

/** Accounts below the caller's reseller. The tree is changed first, then the caller's own account records it. */
export const customerRoutes: Routes = (app, ctx) => {
  app.addSchema(TermsBody)
  app.addSchema(CustomerView)

  app.get(
    '/api/resale/accounts',
    {
      schema: {
        operationId: 'listResaleAccounts',
        summary: 'List the accounts below your reseller',
        description: 'With counts that are at most some minutes old.',
        tags,
        querystring: CustomerQuery,
        response: {
          200: answer({ accounts: Type.Array(ref(CustomerView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const managed = await requireManaged(ctx, request.caller)
      const { limit, cursor, ...filter } = request.query
      if (limit === undefined && cursor === undefined)
        return streamList(request, reply, 'accounts', readCustomers(ctx, managed, filter))
      return sendList(request, reply, 'accounts', listCustomers(ctx, managed, filter), filter.order ?? 'name')
    },
  )

  app.get(
    '/api/resale/accounts/:accountId',
    {
      schema: {
        operationId: 'getResaleAccount',
        summary: 'Get an account below your reseller',
        description:
          'Counts, status and terms. The devices, locations and users of the account are not visible to you.',
        tags,
        params: CustomerPath,
        response: { 200: CustomerAnswer, ...failures },
      },
    },
    async ({ caller, params }) => {
      const managed = await requireManaged(ctx, caller)
      return { account: await getCustomer(ctx, managed, params.accountId) }
    },
  )

  app.post(
    '/api/resale/accounts',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'createResaleAccount',
        summary: 'Create an account below your reseller',
        description:
          'The owner gets an invitation by e-mail and chooses the password. Licenses are transferred from the pool; if it has too few, nothing is created.',
        tags,
        body: CustomerBody,
        response: { 201: CustomerAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const managed = await requireManaged(ctx, caller)
      const { licenses = 0 } = body
      await requireFewInvitations(ctx, caller)
      const id = await createCustomer(ctx, managed, {
        parentId: body.resellerId ?? managed.id,
        licenses,
        name: body.name,
        timeZone: canonicalTimeZone(body.timeZone),
        owner: { ...body.owner, userName: body.owner.userName ?? body.owner.email },
      })
      if (licenses > 0) {
        const why = { reason: 'account created', author: caller.userName }
        await transferLicenses(ctx, managed, { nodeId: id, licenses, key: `created ${id}`, ...why })
      }
      const account = await getCustomer(ctx, managed, id)
      return write(ctx, request, reply, async (tx) => {
        await record(tx, caller, 'resale.account_created', id, { name: body.name, licenses })
        return { payload: { account }, status: 201, location: `/api/resale/accounts/${id}` }
      })
    },
  )

  const statusRoute = (name: 'suspend' | 'reopen', status: NodeStatus, description: string) =>
    app.post(
      `/api/resale/accounts/:accountId/${name}`,
      {
        config: { access: 'any' },
        schema: {
          operationId: `${name}ResaleAccount`,
          summary: `${name === 'suspend' ? 'Suspend' : 'Reopen'} an account below your reseller`,
          description,
          tags,
          params: CustomerPath,
          body: SuspendBody,
          response: { 200: CustomerAnswer, ...failures },
        },
      },
      async (request, reply) => {
        const { caller, params, body } = request
        const managed = await requireManaged(ctx, caller)
        await getCustomer(ctx, managed, params.accountId)
        const change = { status, withCustomers: false, reason: body.reason, author: caller.userName }
        await changeStatus(ctx, managed, params.accountId, change)
        return write(ctx, request, reply, async (tx) => {
          await record(tx, caller, 'resale.status_changed', params.accountId, { status, reason: body.reason })
          return { payload: await payloadOf(ctx, managed, params.accountId) }
        })
      },
    )
  statusRoute(
    'suspend',
    'suspended',
    'Acts within 5 seconds: administrators of the account only read, and messages stop, except SOS for 14 days. Locations stay stored. The owner gets an e-mail with the reason.',
  )
  statusRoute(
    'reopen',
    'active',
    'Ends what you or a reseller below you has set. What your provider has set stays in force.',
  )

  app.post(
    '/api/resale/accounts/status',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'changeResaleAccountStatuses',
        summary: 'Suspend or reopen several accounts',
        description: 'Each account is changed by itself. `results` has a code for each that was not changed.',
        tags,
        body: StatusesBody,
        response: { 200: answer({ results: Type.Array(StatusResult) }), ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const managed = await requireManaged(ctx, caller)
      const { status, reason } = body
      const change = { status, reason, withCustomers: false, author: caller.userName }
      const results = await changeStatuses(ctx, managed, [...new Set(body.accountIds)], change)
      return write(ctx, request, reply, async (tx) => {
        const changed = results.filter(({ code }) => code === null)
        await recordChanges(
          tx,
          caller,
          changed.map(({ accountId }) => ({
            ...{
              action: 'resale.status_changed',
              target: accountId,
              before: null,
              after: { status, reason },
            },
          })),
        )
        return { payload: { results } }
      })
    },
  )

  app.put(
    '/api/resale/accounts/:accountId/terms',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'replaceResaleAccountTerms',
        summary: 'Replace the terms of an account',
        description: 'In force is the lowest on the path from the platform to the account.',
        tags,
        params: CustomerPath,
        body: ref(TermsBody),
        response: { 200: CustomerAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const managed = await requireManaged(ctx, caller)
      const before = await getCustomer(ctx, managed, params.accountId)
      await changeTerms(ctx, managed, params.accountId, body)
      return write(ctx, request, reply, async (tx) => {
        await record(tx, caller, 'resale.terms_changed', params.accountId, body, before.terms)
        return { payload: await payloadOf(ctx, managed, params.accountId) }
      })
    },
  )
}

async function payloadOf(ctx: Context, managed: ManagedNode, id: string) {
  return { account: await getCustomer(ctx, managed, id) }
}

/** In the audit log of the staff account: who did it. The customer's own log has what was done. */
async function record(
  tx: Tx,
  caller: Caller,
  action: string,
  target: string,
  after: object,
  before: object | null = null,
): Promise<void> {
  await recordChanges(tx, caller, [{ action, target, before, after }])
}
