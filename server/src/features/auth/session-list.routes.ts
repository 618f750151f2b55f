import { Type } from 'typebox'
import { sendList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { endOtherSessions, endSession, listSessions } from './session-list.api.ts'
import { SessionView, SignInQuery, SignInView, toSessionView } from './session-view.api.ts'
import { listSignIns } from './sign-in-log.api.ts'

const tags = ['Session']

export const sessionListRoutes: Routes = (app, ctx) => {
  app.addSchema(SessionView)
  app.addSchema(SignInView)

  app.get(
    '/api/me/sessions',
    {
      schema: {
        operationId: 'listOwnSessions',
        summary: 'List your sessions',
        description:
          'Where you are signed in, newest first. A user has at most 20 sessions; the oldest ends.',
        tags,
        response: { 200: answer({ sessions: Type.Array(ref(SessionView)) }), ...failures },
      },
    },
    async ({ caller }) => ({
      sessions: (await listSessions(ctx, caller)).map((session) => toSessionView(session, caller)),
    }),
  )

  app.delete(
    '/api/me/sessions',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'endOtherSessions',
        summary: 'End your other sessions',
        description:
          'All but the session of this request. Their tokens stop working within 5 seconds. Requires an authentication in the last 5 minutes.',
        tags,
        response: { 200: answer({ ended: Type.Integer({ minimum: 0 }) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller } = request
        return { payload: { ended: await endOtherSessions(tx, caller, caller.userId) } }
      }),
  )

  app.delete(
    '/api/me/sessions/:sessionId',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'endOwnSession',
        summary: 'End one of your sessions',
        description:
          'Its tokens stop working within 5 seconds. Requires an authentication in the last 5 minutes.',
        tags,
        params: Type.Object({ sessionId: Type.String({ maxLength: 64 }) }),
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params } = request
        await endSession(tx, caller, caller.userId, params.sessionId)
        return { payload: {} }
      }),
  )

  app.get(
    '/api/me/signIns',
    {
      schema: {
        operationId: 'listOwnSignIns',
        summary: 'List your sign-ins',
        description:
          'Successful and refused ones of the last 90 days, newest first. Of a day at most 100 of a kind are recorded; of an API key the first use of a day, and every change of its address.',
        tags,
        querystring: SignInQuery,
        response: {
          200: answer({ signIns: Type.Array(ref(SignInView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    (request, reply) => sendList(request, reply, 'signIns', listSignIns(ctx, request.caller)),
  )
}
