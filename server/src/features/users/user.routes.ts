import { Type } from 'typebox'
import type { Tx } from '../../platform/context.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendList, sendRecord } from '../../platform/http/raw-responses.ts'
import { ignoreReadOnly } from '../../platform/http/read-only.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import { hashPasswordsIn } from '../auth/new-passwords.api.ts'
import { limitNameConflicts } from './name-conflicts.api.ts'
import { countries, timeZones } from './regions.ts'
import { resetSecondFactorOf } from './reset-second-factor.ts'
import { transferOwnership } from './transfer-ownership.ts'
import {
  changeUser,
  createUser,
  deleteUser,
  findPasswordOwner,
  getOwnUser,
  getUser,
  getUserIn,
  listUsers,
  toDocument,
} from './user.api.ts'
import { UserBody, UserPath, UserQuery, UserView, userFields } from './user.schema.ts'
import type { UserDocument } from './user.types.ts'

const tags = ['Users']
const needsProof =
  'Changing the e-mail address or the password requires a sign-in of the last 5 minutes; API keys can change those of other users.'
/** A single user is flat, at the level of the envelope. */
const UserAnswer = answer(userFields)
const names = (description: string) => Type.Record(Type.String(), Type.String(), { description })

export const userRoutes: Routes = (app, ctx) => {
  app.addSchema(UserView)

  app.get(
    '/api/users',
    {
      schema: {
        operationId: 'listUsers',
        summary: 'List users',
        description: 'The users of the account, in the order of their creation.',
        tags,
        querystring: UserQuery,
        response: {
          200: answer({ users: Type.Array(ref(UserView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    (request, reply) => {
      const { limit: _limit, cursor: _cursor, ...filter } = request.query
      return sendList(request, reply, 'users', listUsers(ctx, request.caller, filter))
    },
  )

  app.get(
    '/api/users/countries',
    {
      schema: {
        operationId: 'listCountries',
        summary: 'List countries',
        description: 'Country names by code, in the language of `Accept-Language`.',
        tags,
        response: { 200: answer({ countries: names('ISO 3166-1 alpha-2 code to name.') }), ...failures },
      },
    },
    (request, reply) =>
      sendRecord(request, reply, 'countries', countries(request.headers['accept-language'])),
  )

  app.get(
    '/api/users/timeZones',
    {
      schema: {
        operationId: 'listTimeZones',
        summary: 'List time zones',
        description: 'Time zone names by IANA name, in the language of `Accept-Language`.',
        tags,
        response: { 200: answer({ timeZones: names('IANA name to a name for people.') }), ...failures },
      },
    },
    (request, reply) =>
      sendRecord(request, reply, 'timeZones', timeZones(request.headers['accept-language'])),
  )

  app.get(
    '/api/users/me',
    {
      schema: {
        operationId: 'getOwnUser',
        summary: 'Get the user of the token',
        description: 'Your own user, whatever your scope.',
        tags,
        response: { 200: UserAnswer, ...failures },
      },
    },
    async ({ caller }, reply) => {
      const { user, version } = await getOwnUser(ctx, caller)
      reply.header('etag', etagOf(version))
      return user
    },
  )

  app.get(
    '/api/users/:userId',
    {
      schema: {
        operationId: 'getUser',
        summary: 'Get a user',
        description: 'The user with its role, privileges and scope.',
        tags,
        params: UserPath,
        response: { 200: UserAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const { user, version } = await getUser(ctx, caller, params.userId)
      reply.header('etag', etagOf(version))
      return user
    },
  )

  app.post(
    '/api/users',
    {
      config: { access: 'users.manage' },
      schema: {
        operationId: 'createUser',
        summary: 'Create a user',
        description: 'A user cannot get privileges that the caller lacks.',
        tags,
        body: UserBody,
        response: { 201: UserAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const hashOf = await hashPasswordsIn(ctx, body, () => findPasswordOwner(ctx, caller, undefined, body))
      return limitNameConflicts(ctx, caller, () =>
        write(ctx, request, reply, async (tx) => {
          const { password } = request.body
          const document = request.body as UserDocument
          const id = await createUser(
            tx,
            request.caller,
            document,
            password === undefined ? null : hashOf(password),
          )
          return { ...(await shown(tx, id)), status: 201, location: `/api/users/${id}` }
        }),
      )
    },
  )

  app.put(
    '/api/users/:userId',
    {
      config: { access: 'users.manage' },
      preValidation: ignoreReadOnly(userFields, UserBody),
      schema: {
        operationId: 'replaceUser',
        summary: 'Replace a user',
        description: `Clears absent fields, except \`userName\`, \`role\` and \`password\`, which are kept. ${needsProof}`,
        tags,
        params: UserPath,
        body: UserBody,
        response: { 200: UserAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const { userId } = request.params
      const hashOf = await hashPasswordsIn(ctx, body, () => findPasswordOwner(ctx, caller, userId, body))
      return limitNameConflicts(ctx, caller, () =>
        write(ctx, request, reply, async (tx) => {
          const edit = (before: { version: number }) => {
            requireVersion(request, before.version)
            return request.body as UserDocument
          }
          await changeUser(tx, request.caller, userId, edit, hashOf)
          return shown(tx, userId)
        }),
      )
    },
  )

  app.patch(
    '/api/users/:userId',
    {
      config: { access: 'users.manage' },
      schema: {
        operationId: 'patchUser',
        summary: 'Update a user',
        description: `Accepts JSON Patch and JSON Merge Patch. ${needsProof}`,
        tags,
        params: UserPath,
        body: PatchBody,
        response: { 200: UserAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const { userId } = request.params
      const hashOf = await hashPasswordsIn(ctx, body, () => findPasswordOwner(ctx, caller, userId, body))
      return limitNameConflicts(ctx, caller, () =>
        write(ctx, request, reply, async (tx) => {
          await changeUser(
            tx,
            request.caller,
            userId,
            (before) => {
              requireVersion(request, before.version)
              return requireValid(UserBody, patched(toDocument(before), request.body)) as UserDocument
            },
            hashOf,
          )
          return shown(tx, userId)
        }),
      )
    },
  )

  app.delete(
    '/api/users/:userId',
    {
      config: { access: 'users.manage' },
      schema: {
        operationId: 'deleteUser',
        summary: 'Delete a user',
        description:
          'Also deletes the API keys and sessions of the user, and the share links that the user created.',
        tags,
        params: UserPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteUser(tx, request.caller, request.params.userId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )

  app.delete(
    '/api/users/:userId/secondFactor',
    {
      config: { access: 'users.manage', hasSecret: true },
      schema: {
        operationId: 'resetSecondFactor',
        summary: 'Reset the second factor of a user',
        description:
          'For a user who has lost it. Removes authenticator app, passkeys and recovery codes, and ends all sessions. The user gets an e-mail with a link to set up a new one. Requires a sign-in of the last 5 minutes.',
        tags,
        params: UserPath,
        response: {
          200: answer({
            link: Type.Union([Type.String(), Type.Null()], {
              description:
                'Only if no e-mail could be sent: hand it over in person. Valid for 72 hours, once.',
            }),
          }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => ({
        payload: { link: await resetSecondFactorOf(tx, request.caller, request.params.userId) },
      })),
  )

  app.post(
    '/api/users/:userId/transferOwnership',
    {
      config: { access: 'users.manage' },
      schema: {
        operationId: 'transferOwnership',
        summary: 'Transfer the account',
        description:
          'Makes this administrator the account holder. You become an administrator. Requires a token of a sign-in with your password in the last 5 minutes.',
        tags,
        params: UserPath,
        response: { 200: UserAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await transferOwnership(tx, request.caller, request.params.userId)
        return shown(tx, request.params.userId)
      }),
  )
}

async function shown(tx: Tx, id: string) {
  const { user, version } = await getUserIn(tx, id)
  return { payload: user, etag: etagOf(version) }
}
