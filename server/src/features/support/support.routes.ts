import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { sendList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { requireRecentProof } from '../auth/recent-sign-in.api.ts'
import {
  approveSession,
  changeMode,
  endSession,
  getMode,
  getSession,
  listSessions,
  requireAdministrator,
} from './support.api.ts'
import {
  ApprovalBody,
  ReadView,
  SessionPath,
  SessionQuery,
  SupportBody,
  SupportSessionView,
} from './support.schema.ts'

const tags = ['Support sessions']
const SessionAnswer = answer({ supportSession: ref(SupportSessionView) })
const SupportAnswer = answer({ support: SupportBody })

export interface SupportNeeds {
  /** Reports the state of a session to the side of the visitor. */
  report(id: string): Promise<void>
}

/** The customer's side: who is let in, and who was. */
export function supportRoutes(app: App, ctx: Context, { report }: SupportNeeds): void {
  app.addSchema(SupportSessionView)
  app.addSchema(ReadView)

  app.get(
    '/api/account/support',
    {
      schema: {
        operationId: 'getSupport',
        summary: 'Get the support mode of the account',
        description: 'Whether the provider may ask for support sessions, or may read without asking.',
        tags,
        response: { 200: SupportAnswer, ...failures },
      },
    },
    async ({ caller }) => {
      requireAdministrator(caller)
      return { support: { mode: await getMode(ctx, caller) } }
    },
  )

  app.put(
    '/api/account/support',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'changeSupport',
        summary: 'Change whom the account lets in for support',
        description: 'Requires a recent sign-in. `never` also ends the open sessions.',
        tags,
        body: SupportBody,
        response: { 200: SupportAnswer, ...failures },
      },
    },
    (request, reply) => {
      const { caller, body } = request
      requireAdministrator(caller)
      requireRecentProof(ctx, caller)
      return write(ctx, request, reply, async (tx) => {
        await changeMode(tx, caller, body.mode)
        return { payload: { support: { mode: body.mode } } }
      })
    },
  )

  app.get(
    '/api/account/supportSessions',
    {
      schema: {
        operationId: 'listSupportSessions',
        summary: 'List support sessions in your account',
        description: 'Newest first, with requests and past ones.',
        tags,
        querystring: SessionQuery,
        response: {
          200: answer({
            supportSessions: Type.Array(ref(SupportSessionView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      requireAdministrator(request.caller)
      const { open = false } = request.query
      return sendList(request, reply, 'supportSessions', listSessions(ctx, request.caller, open))
    },
  )

  app.get(
    '/api/account/supportSessions/:supportSessionId',
    {
      schema: {
        operationId: 'getSupportSession',
        summary: 'Get a support session, with what was read',
        description: 'The audit log has what was changed.',
        tags,
        params: SessionPath,
        response: {
          200: answer({ supportSession: ref(SupportSessionView), reads: Type.Array(ref(ReadView)) }),
          ...failures,
        },
      },
    },
    async ({ caller, params }) => {
      requireAdministrator(caller)
      const { session, reads } = await getSession(ctx, caller, params.supportSessionId)
      return { supportSession: session as never, reads }
    },
  )

  app.post(
    '/api/account/supportSessions/:supportSessionId/approve',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'approveSupportSession',
        summary: 'Approve a support session',
        description:
          'Requires a recent sign-in. The session starts now, and lasts as long as was asked, unless you end it.',
        tags,
        params: SessionPath,
        body: ApprovalBody,
        response: { 200: SessionAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const id = params.supportSessionId
      requireAdministrator(caller)
      requireRecentProof(ctx, caller)
      const answered = await write(ctx, request, reply, async (tx) => {
        await approveSession(tx, caller, { id, access: body.access ?? 'read' })
        return { payload: {} }
      })
      await report(id)
      return { ...answered, supportSession: (await getSession(ctx, caller, id)).session as never }
    },
  )

  app.post(
    '/api/account/supportSessions/:supportSessionId/end',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'endSupportSession',
        summary: 'End a support session, or refuse its request',
        description: 'Acts within 5 seconds. What has ended stays as it is.',
        tags,
        params: SessionPath,
        response: { 200: SessionAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      const id = params.supportSessionId
      requireAdministrator(caller)
      const answered = await write(ctx, request, reply, async (tx) => {
        await endSession(tx, caller, id)
        return { payload: {} }
      })
      await report(id)
      return { ...answered, supportSession: (await getSession(ctx, caller, id)).session as never }
    },
  )
}
