import type { Static } from 'typebox'
import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { createApiKey, deleteApiKey, listApiKeys, regenerateApiKey } from './api-key.api.ts'
import { ApiKeyBody, ApiKeyPath, ApiKeyView, shownOnce } from './api-key.schema.ts'
import type { ApiKey } from './api-key.types.ts'

const tags = ['API keys']

export const apiKeyRoutes: Routes = (app, ctx) => {
  app.addSchema(ApiKeyView)

  app.get(
    '/api/apiKeys',
    {
      schema: {
        operationId: 'listApiKeys',
        summary: 'List API keys',
        description: 'Without their secrets. Standard users see only their own keys.',
        tags,
        response: { 200: answer({ apiKeys: Type.Array(ref(ApiKeyView)) }), ...failures },
      },
    },
    async ({ caller }) => ({ apiKeys: (await listApiKeys(ctx, caller)).map(toView) }),
  )

  app.post(
    '/api/apiKeys',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description: 'The response contains the key, which is shown only once.',
        tags,
        body: ApiKeyBody,
        response: { 201: answer({ apiKey: shownOnce, key: ref(ApiKeyView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, body } = request
        const key = await createApiKey(tx, caller, body.name, caller)
        const payload = { apiKey: key.apiKey, key: toView(key) }
        return { payload, status: 201, location: `/api/apiKeys/${key.id}` }
      }),
  )

  app.post(
    '/api/apiKeys/:keyId/regenerate',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'regenerateApiKey',
        summary: 'Regenerate an API key',
        description: 'Invalidates the old key and its tokens immediately.',
        tags,
        params: ApiKeyPath,
        response: { 200: answer({ apiKey: shownOnce, key: ref(ApiKeyView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const key = await regenerateApiKey(tx, request.caller, request.params.keyId)
        return { payload: { apiKey: key.apiKey, key: toView(key) } }
      }),
  )

  app.delete(
    '/api/apiKeys/:keyId',
    {
      config: { access: 'any', openIn: ['suspended', 'closing'] },
      schema: {
        operationId: 'deleteApiKey',
        summary: 'Delete an API key',
        description: 'Invalidates the key and its tokens immediately.',
        tags,
        params: ApiKeyPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteApiKey(tx, request.caller, request.params.keyId)
        return { payload: {} }
      }),
  )
}

function toView(key: ApiKey): Static<typeof ApiKeyView> {
  return {
    id: key.id,
    name: key.name,
    userName: key.userName,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: key.lastUsedFrom,
  }
}
