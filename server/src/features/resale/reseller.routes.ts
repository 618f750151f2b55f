import { Type } from 'typebox'
import { sendList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { canonicalTimeZone } from '../../platform/http/time-zones.ts'
import { write } from '../../platform/http/write.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { requireFewInvitations } from '../users/invitation.api.ts'
import { createResellerWithStaff } from './customer.api.ts'
import {
  CustomerBody,
  overviewFields,
  PageQuery,
  ResellerPath,
  ResellerView,
  SuspendBody,
  SuspendResellerBody,
  TermsBody,
  TransferBody,
  TransferQuery,
  TransferView,
} from './resale.schema.ts'
import {
  changeStatus,
  changeTerms,
  countBelow,
  countToday,
  getReseller,
  listResellers,
  listTransfers,
  transferLicenses,
} from './reseller.api.ts'
import { requireManaged } from './tree.api.ts'

const tags = ['Resale']
const ResellerAnswer = answer({ reseller: ref(ResellerView) })

export const resellerRoutes: Routes = (app, ctx) => {
  app.addSchema(ResellerView)
  app.addSchema(TransferView)

  app.get(
    '/api/resale',
    {
      schema: {
        operationId: 'getResale',
        summary: 'Get your reseller',
        description:
          'With its pool of licenses, and the accounts below it by status. For operators: the platform.',
        tags,
        response: { 200: answer(overviewFields), ...failures },
      },
    },
    async ({ caller }) => {
      const managed = await requireManaged(ctx, caller)
      const reseller = await getReseller(ctx, managed, managed.id)
      return { reseller, ...(await countBelow(ctx, managed)), today: await countToday(ctx, managed) }
    },
  )

  app.get(
    '/api/resale/resellers',
    {
      schema: {
        operationId: 'listResellers',
        summary: 'List the resellers below yours',
        description: 'As a tree: a reseller before those below it.',
        tags,
        querystring: PageQuery,
        response: {
          200: answer({ resellers: Type.Array(ref(ResellerView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const managed = await requireManaged(ctx, request.caller)
      return sendList(request, reply, 'resellers', listResellers(ctx, managed))
    },
  )

  app.get(
    '/api/resale/resellers/:resellerId',
    {
      schema: {
        operationId: 'getReseller',
        summary: 'Get a reseller',
        description: 'Your own, or one below it.',
        tags,
        params: ResellerPath,
        response: { 200: ResellerAnswer, ...failures },
      },
    },
    async ({ caller, params }) => {
      const managed = await requireManaged(ctx, caller)
      return { reseller: await getReseller(ctx, managed, params.resellerId) }
    },
  )

  app.post(
    '/api/resale/resellers',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'createReseller',
        summary: 'Create a reseller',
        description:
          'With its staff account, whose owner gets an invitation by e-mail. Resellers are at most four levels below the platform. Licenses are transferred to the pool of the new reseller.',
        tags,
        body: CustomerBody,
        response: { 201: ResellerAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const managed = await requireManaged(ctx, caller)
      const { licenses = 0 } = body
      await requireFewInvitations(ctx, caller)
      const id = await createResellerWithStaff(ctx, managed, {
        parentId: body.resellerId ?? managed.id,
        licenses,
        name: body.name,
        timeZone: canonicalTimeZone(body.timeZone),
        owner: { ...body.owner, userName: body.owner.userName ?? body.owner.email },
      })
      if (licenses > 0) {
        const why = { reason: 'reseller created', author: caller.userName }
        await transferLicenses(ctx, managed, { nodeId: id, licenses, key: `created ${id}`, ...why })
      }
      const reseller = await getReseller(ctx, managed, id)
      return write(ctx, request, reply, async (tx) => {
        const after = { name: body.name, licenses }
        await recordChanges(tx, caller, [
          { action: 'resale.reseller_created', target: id, before: null, after },
        ])
        return { payload: { reseller }, status: 201, location: `/api/resale/resellers/${id}` }
      })
    },
  )

  app.post(
    '/api/resale/resellers/:resellerId/suspend',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'suspendReseller',
        summary: 'Suspend a reseller',
        description:
          'Acts within 5 seconds on the staff of the reseller and of those below it: they read, and change nothing. With `withCustomers` the accounts of their customers are suspended too.',
        tags,
        params: ResellerPath,
        body: SuspendResellerBody,
        response: { 200: ResellerAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const { reason, withCustomers = false } = body
      const managed = await requireManaged(ctx, caller)
      await getReseller(ctx, managed, params.resellerId)
      const change = { status: 'suspended', withCustomers, reason } as const
      await changeStatus(ctx, managed, params.resellerId, { ...change, author: caller.userName })
      return write(ctx, request, reply, async (tx) => {
        await recordChanges(tx, caller, [
          { action: 'resale.status_changed', target: params.resellerId, before: null, after: change },
        ])
        return { payload: { reseller: await getReseller(ctx, managed, params.resellerId) } }
      })
    },
  )

  app.post(
    '/api/resale/resellers/:resellerId/reopen',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'reopenReseller',
        summary: 'Reopen a reseller',
        description: 'Every reseller and account below has again the status that was set for itself.',
        tags,
        params: ResellerPath,
        body: SuspendBody,
        response: { 200: ResellerAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const managed = await requireManaged(ctx, caller)
      await getReseller(ctx, managed, params.resellerId)
      const change = { status: 'active', withCustomers: false, reason: body.reason } as const
      await changeStatus(ctx, managed, params.resellerId, { ...change, author: caller.userName })
      return write(ctx, request, reply, async (tx) => {
        await recordChanges(tx, caller, [
          { action: 'resale.status_changed', target: params.resellerId, before: null, after: change },
        ])
        return { payload: { reseller: await getReseller(ctx, managed, params.resellerId) } }
      })
    },
  )

  app.put(
    '/api/resale/resellers/:resellerId/terms',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'replaceResellerTerms',
        summary: 'Replace the terms of a reseller',
        description:
          'They limit each account below it. A wider term has no effect until those above are raised.',
        tags,
        params: ResellerPath,
        body: ref(TermsBody),
        response: { 200: ResellerAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const managed = await requireManaged(ctx, caller)
      const before = await getReseller(ctx, managed, params.resellerId)
      await changeTerms(ctx, managed, params.resellerId, body)
      return write(ctx, request, reply, async (tx) => {
        await recordChanges(tx, caller, [
          { action: 'resale.terms_changed', target: params.resellerId, before: before.terms, after: body },
        ])
        return { payload: { reseller: await getReseller(ctx, managed, params.resellerId) } }
      })
    },
  )

  app.get(
    '/api/resale/licenseTransfers',
    {
      schema: {
        operationId: 'listLicenseTransfers',
        summary: 'List transfers of licenses',
        description: 'The ledger of your reseller and of all below it, newest first.',
        tags,
        querystring: TransferQuery,
        response: {
          200: answer({ transfers: Type.Array(ref(TransferView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const managed = await requireManaged(ctx, request.caller)
      return sendList(request, reply, 'transfers', listTransfers(ctx, managed, request.query.nodeId))
    },
  )

  app.post(
    '/api/resale/licenseTransfers',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'createLicenseTransfer',
        summary: 'Transfer licenses',
        description:
          'Between a reseller or account below yours and the pool above it. Licenses that are in use cannot be moved back. With an Idempotency-Key the transfer happens once.',
        tags,
        body: TransferBody,
        response: { 201: answer({ transfer: ref(TransferView) }), ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const managed = await requireManaged(ctx, caller)
      const key = request.headers['idempotency-key']
      const transfer = await transferLicenses(ctx, managed, {
        ...body,
        author: caller.userName,
        key: typeof key === 'string' ? `${caller.userId} ${key}` : undefined,
      })
      return write(ctx, request, reply, async (tx) => {
        await recordChanges(tx, caller, [
          { action: 'resale.licenses_transferred', target: body.nodeId, before: null, after: body },
        ])
        const location = `/api/resale/licenseTransfers?nodeId=${body.nodeId}`
        return { payload: { transfer }, status: 201, location }
      })
    },
  )
}
