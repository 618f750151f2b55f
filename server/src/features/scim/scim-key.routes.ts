import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { nameText } from '../../platform/http/text.ts'
import { write } from '../../platform/http/write.ts'
import type { ScimKey } from './scim.types.ts'
import { createKey, deleteKey, listKeys } from './scim-key.ts'

const tags = ['Single sign-on']
const path = '/api/account/scimKeys'

const ScimKeyView = Type.Object(
  {
    id: Type.String({ examples: ['scm_4nYJ1oZ0m6Yb3Uo2aWq8Kd'] }),
    name: Type.String(),
    createdAt: Type.String({ format: 'date-time' }),
    lastUsedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'To about a minute.',
    }),
  },
  { $id: 'ScimKey', title: 'ScimKey' },
)

export const scimKeyRoutes: Routes = (app, ctx) => {
  app.addSchema(ScimKeyView)

  app.get(
    path,
    {
      schema: {
        operationId: 'listScimKeys',
        summary: 'List SCIM keys',
        description: 'For the account holder and administrators. Without their secrets.',
        tags,
        response: {
          200: answer({
            scimKeys: Type.Array(ref(ScimKeyView)),
            baseUrl: Type.String({ description: 'To be entered at the provider.' }),
          }),
          ...failures,
        },
      },
    },
    async ({ caller }) => ({
      scimKeys: (await listKeys(ctx, caller)).map(toView),
      baseUrl: `${ctx.config.http.publicUrl}/scim/v2`,
    }),
  )

  app.post(
    path,
    {
      config: { access: 'any', hasSecret: true },
      schema: {
        operationId: 'createScimKey',
        summary: 'Create a SCIM key',
        description: 'With it the provider keeps users and groups at /scim/v2. The secret is shown once.',
        tags,
        body: Type.Object({ name: nameText() }, { additionalProperties: false }),
        response: {
          201: answer({
            scimKey: ref(ScimKeyView),
            secret: Type.String({ description: 'Shown only once.' }),
          }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { key, secret } = await createKey(tx, request.caller, request.body.name)
        return { payload: { scimKey: toView(key), secret }, status: 201, location: `${path}/${key.id}` }
      }),
  )

  app.delete(
    `${path}/:scimKeyId`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'deleteScimKey',
        summary: 'Delete a SCIM key',
        description: 'It stops working at once. The users stay.',
        tags,
        params: Type.Object({ scimKeyId: Type.String({ maxLength: 64 }) }),
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteKey(tx, request.caller, request.params.scimKeyId)
        return { payload: {} }
      }),
  )
}

function toView({ createdAt, lastUsedAt, ...rest }: ScimKey) {
  return { ...rest, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}
