import type { Static } from 'typebox'
import { Type } from 'typebox'
import { allowNoBody } from '../../platform/http/optional-body.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { write } from '../../platform/http/write.ts'
import {
  changeApiKey,
  createOwnApiKey,
  deleteApiKey,
  endPreviousSecret,
  listApiKeys,
  regenerateApiKey,
} from './api-key.api.ts'
import { ApiKeyBody, ApiKeyPath, ApiKeyView, RegenerateBody, shownOnce } from './api-key.schema.ts'
import type { ApiKey, NewKeyFields } from './api-key.types.ts'

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
        description:
          'The response contains the key, which is shown only once. Without `expiresAt` it is valid for as long as the account allows.',
        tags,
        body: ApiKeyBody,
        response: { 201: answer({ apiKey: shownOnce, key: ref(ApiKeyView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const key = await createOwnApiKey(tx, request.caller, fieldsOf(request.body))
        const payload = { apiKey: key.apiKey, key: toView(key) }
        return { payload, status: 201, location: `/api/apiKeys/${key.id}` }
      }),
  )

  app.patch(
    '/api/apiKeys/:keyId',
    {
      config: { access: 'any', patches: ApiKeyBody },
      schema: {
        operationId: 'patchApiKey',
        summary: 'Update an API key',
        description:
          'Changes the name and the limits of one of your keys by JSON Patch or merge patch. Tokens already issued follow within 5 seconds.',
        tags,
        params: ApiKeyPath,
        body: PatchBody,
        response: { 200: answer({ key: ref(ApiKeyView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params, body } = request
        const edit = (before: ApiKey) => fieldsOf(requireValid(ApiKeyBody, patched(toDocument(before), body)))
        return { payload: { key: toView(await changeApiKey(tx, caller, params.keyId, edit)) } }
      }),
  )

  app.post(
    '/api/apiKeys/:keyId/regenerate',
    {
      config: { access: 'any' },
      preValidation: allowNoBody,
      schema: {
        operationId: 'regenerateApiKey',
        summary: 'Regenerate an API key',
        description:
          'Replaces the secret and keeps everything else. The old one and its tokens stop working at once, or after `overlapHours`; a second call ends an overlap that is still running.',
        tags,
        params: ApiKeyPath,
        body: RegenerateBody,
        response: { 200: answer({ apiKey: shownOnce, key: ref(ApiKeyView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params, body } = request
        const key = await regenerateApiKey(tx, caller, params.keyId, body)
        return { payload: { apiKey: key.apiKey, key: toView(key) } }
      }),
  )

  app.delete(
    '/api/apiKeys/:keyId/previousSecret',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'endPreviousSecret',
        summary: 'End the overlap of an API key',
        description: 'The secret before the last `regenerate` and its tokens stop working at once.',
        tags,
        params: ApiKeyPath,
        response: { 200: answer({ key: ref(ApiKeyView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const key = await endPreviousSecret(tx, request.caller, request.params.keyId)
        return { payload: { key: toView(key) } }
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

function fieldsOf({ expiresAt, ...rest }: Static<typeof ApiKeyBody>): NewKeyFields {
  if (expiresAt === undefined) return rest
  return { ...rest, expiresAt: expiresAt === null ? null : new Date(expiresAt) }
}

/** The editable fields of a key, for PATCH. */
function toDocument({ name, privileges, groupIds, deviceId, expiresAt, networks }: ApiKey): object {
  return { name, privileges, groupIds, deviceId, expiresAt: expiresAt?.toISOString() ?? null, networks }
}

function toView(key: ApiKey): Static<typeof ApiKeyView> {
  return {
    id: key.id,
    name: key.name,
    userName: key.userName,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: key.lastUsedFrom,
    privileges: key.privileges,
    groupIds: key.groupIds,
    deviceId: key.deviceId,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    networks: key.networks,
    previousSecret: key.previousUntil && {
      validUntil: key.previousUntil.toISOString(),
      lastUsedAt: key.previousUsedAt?.toISOString() ?? null,
    },
  }
}
