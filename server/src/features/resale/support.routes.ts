import { Type } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import { sendList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { requireRecentProof } from '../auth/recent-sign-in.api.ts'
import type { IssueVisitorToken } from '../support/visitor-token.api.ts'
import { PageQuery } from './resale.schema.ts'
import { getRequest, listRequests, requestSession, requireActive, withdrawSession } from './support.api.ts'
import { RequestBody, RequestPath, RequestView } from './support.schema.ts'
import { requireManaged } from './tree.api.ts'

const tags = ['Resale']
const RequestAnswer = answer({ supportSession: ref(RequestView) })

/** The visitor's side of support sessions. */
export function supportRequestRoutes(app: App, ctx: Context, issueToken: IssueVisitorToken): void {
  app.addSchema(RequestView)

  app.get(
    '/api/resale/supportSessions',
    {
      schema: {
        operationId: 'listSupportRequests',
        summary: 'List support sessions in accounts below your reseller',
        description: 'Asked for by people of your reseller, or of one below it. Newest first.',
        tags,
        querystring: PageQuery,
        response: {
          200: answer({
            supportSessions: Type.Array(ref(RequestView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const managed = await requireManaged(ctx, request.caller)
      return sendList(request, reply, 'supportSessions', listRequests(ctx, managed))
    },
  )

  app.get(
    '/api/resale/supportSessions/:supportSessionId',
    {
      schema: {
        operationId: 'getSupportRequest',
        summary: 'Get a support session in an account below your reseller',
        description: 'With its state: requested, active or ended.',
        tags,
        params: RequestPath,
        response: { 200: RequestAnswer, ...failures },
      },
    },
    async ({ caller, params }) => {
      const managed = await requireManaged(ctx, caller)
      return { supportSession: (await getRequest(ctx, managed, params.supportSessionId)) as never }
    },
  )

  app.post(
    '/api/resale/supportSessions',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'requestSupportSession',
        summary: 'Request a support session in an account below your reseller',
        description:
          'Requires a recent sign-in. An administrator of the account approves it within 24 hours, unless the account lets you in without. The session then acts under your name, reads, and changes only what the account has approved.',
        tags,
        body: RequestBody,
        response: { 201: RequestAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      requireRecentProof(ctx, caller)
      const managed = await requireManaged(ctx, caller)
      const { accountId, reason, access = 'read', minutes = 30 } = body
      const header = request.headers['idempotency-key']
      const key = typeof header === 'string' ? header : undefined
      const id = await requestSession(ctx, managed, caller, { accountId, reason, access, minutes, key })
      const supportSession = (await getRequest(ctx, managed, id)) as never
      return write(ctx, request, reply, async (tx) => {
        await record(tx, caller, 'resale.support_requested', id, { accountId, reason, access, minutes })
        return { payload: { supportSession }, status: 201, location: `/api/resale/supportSessions/${id}` }
      })
    },
  )

  app.post(
    '/api/resale/supportSessions/:supportSessionId/end',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'withdrawSupportSession',
        summary: 'End a support session in an account below your reseller',
        description: 'Or take a request back. Acts within 5 seconds.',
        tags,
        params: RequestPath,
        response: { 200: RequestAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      const managed = await requireManaged(ctx, caller)
      const id = params.supportSessionId
      await withdrawSession(ctx, managed, id)
      const supportSession = (await getRequest(ctx, managed, id)) as never
      return write(ctx, request, reply, async (tx) => {
        await record(tx, caller, 'resale.support_ended', id, {})
        return { payload: { supportSession } }
      })
    },
  )

  app.post(
    '/api/resale/supportSessions/:supportSessionId/token',
    {
      config: { access: 'any', hasSecret: true },
      schema: {
        operationId: 'openSupportSession',
        summary: 'Get a token for your support session',
        description:
          'For calls in the account of the customer. It is valid for 5 minutes at most; get another one before. Only of your own session, while it is active.',
        tags,
        params: RequestPath,
        response: {
          200: answer({
            token: Type.String({ description: 'The JWT, for the header `Authorization: Bearer …`.' }),
            expires: Type.String({ format: 'date-time', description: 'Expiry of the token, UTC.' }),
          }),
          ...failures,
        },
      },
    },
    async ({ caller, params }) => {
      const managed = await requireManaged(ctx, caller)
      const id = params.supportSessionId
      const { accountId } = await requireActive(ctx, managed, caller, id)
      const issued = await issueToken({ account: accountId, id, visitorId: caller.userId })
      if (issued) return issued
      throw new ConflictError('support.not_active', 'The support session has ended.')
    },
  )
}

/** In the audit log of the staff account. The customer's own has what was done there. */
async function record(tx: Tx, caller: Caller, action: string, target: string, after: object): Promise<void> {
  await recordChanges(tx, caller, [{ action, target, before: null, after }])
}
