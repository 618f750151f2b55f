// The sessions and sign-ins of a user, for those who manage users.

import { Type } from 'typebox'
import { sendList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { endOtherSessions, endSession, listSessions } from '../auth/session-list.api.ts'
import { SessionView, SignInQuery, SignInView, toSessionView } from '../auth/session-view.api.ts'
import { listSignIns } from '../auth/sign-in-log.api.ts'
import { getUser, requireManaged } from './user.api.ts'
import { UserPath } from './user.schema.ts'

const tags = ['Users']

export const userSessionRoutes: Routes = (app, ctx) => {
  app.get(
    '/api/users/:userId/sessions',
    {
      config: { access: 'users.manage' },
      schema: {
        operationId: 'listUserSessions',
        summary: 'List the sessions of a user',
        description: 'Where the user is signed in, newest first.',
        tags,
        params: UserPath,
        response: { 200: answer({ sessions: Type.Array(ref(SessionView)) }), ...failures },
      },
    },
    async ({ caller, params }) => {
      const { user } = await getUser(ctx, caller, params.userId)
      const sessions = await listSessions(ctx, { accountId: caller.accountId, userId: user.id })
      return { sessions: sessions.map((session) => toSessionView(session, caller)) }
    },
  )

  app.delete(
    '/api/users/:userId/sessions',
    {
      config: { access: 'users.manage' },
      schema: {
        operationId: 'endUserSessions',
        summary: 'End the sessions of a user',
        description:
          'All of them, except the session of this request. Their tokens stop working within 5 seconds. API keys keep working.',
        tags,
        params: UserPath,
        response: { 200: answer({ ended: Type.Integer({ minimum: 0 }) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params } = request
        await requireManaged(tx, caller, params.userId)
        return { payload: { ended: await endOtherSessions(tx, caller, params.userId) } }
      }),
  )

  app.delete(
    '/api/users/:userId/sessions/:sessionId',
    {
      config: { access: 'users.manage' },
      schema: {
        operationId: 'endUserSession',
        summary: 'End a session of a user',
        description: 'Its tokens stop working within 5 seconds.',
        tags,
        params: Type.Object({ ...UserPath.properties, sessionId: Type.String({ maxLength: 64 }) }),
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params } = request
        await requireManaged(tx, caller, params.userId)
        await endSession(tx, caller, params.userId, params.sessionId)
        return { payload: {} }
      }),
  )

  app.get(
    '/api/users/:userId/signIns',
    {
      config: { access: 'users.manage' },
      schema: {
        operationId: 'listUserSignIns',
        summary: 'List the sign-ins of a user',
        description: 'Successful and refused ones of the last 90 days, newest first.',
        tags,
        params: UserPath,
        querystring: SignInQuery,
        response: {
          200: answer({ signIns: Type.Array(ref(SignInView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { caller } = request
      const { user } = await getUser(ctx, caller, request.params.userId)
      const ofUser = { accountId: caller.accountId, userId: user.id }
      return sendList(request, reply, 'signIns', listSignIns(ctx, ofUser))
    },
  )
}
