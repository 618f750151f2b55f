import { Type } from 'typebox'
import type { Tx } from '../../platform/context.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import {
  changeShare,
  createShare,
  getShare,
  getShareIn,
  listShares,
  revokeShare,
  toDocument,
} from './share.api.ts'
import { ShareBody, ShareChange, SharePath, ShareQuery, ShareView, shareWithLink } from './share.schema.ts'

const tags = ['Shares']
/** Required for reading too: a copied link outlives the permissions of the caller. */
const access = 'devices.edit'
const ShareAnswer = answer(shareWithLink)

export const shareRoutes: Routes = (app, ctx) => {
  app.addSchema(ShareView)

  app.get(
    '/api/shares',
    {
      config: { access },
      schema: {
        operationId: 'listShares',
        summary: 'List share links',
        description: 'Without their secrets.',
        tags,
        querystring: ShareQuery,
        response: {
          200: answer({ shares: Type.Array(ref(ShareView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    (request, reply) => sendList(request, reply, 'shares', listShares(ctx, request.caller)),
  )

  app.post(
    '/api/shares',
    {
      config: { access },
      schema: {
        operationId: 'createShare',
        summary: 'Create a share link',
        description: 'Shows some devices to everyone who has the link, until it expires or is revoked.',
        tags,
        body: ShareBody,
        response: { 201: ShareAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const baseUrl = await ctx.sites.urlOf(request.caller.accountId)
      return write(ctx, request, reply, async (tx) => {
        const id = await createShare(tx, request.caller, request.body)
        const shownShare = await shown(tx, request.caller, { id, baseUrl })
        return { ...shownShare, status: 201, location: `/api/shares/${id}` }
      })
    },
  )

  app.get(
    '/api/shares/:shareId',
    {
      config: { access, hasSecret: true },
      schema: {
        operationId: 'getShare',
        summary: 'Get a share link',
        description: 'Includes the link to copy.',
        tags,
        params: SharePath,
        response: { 200: ShareAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { share, version } = await getShare(ctx, request.caller, request.params.shareId)
      reply.header('etag', etagOf(version))
      return share
    },
  )

  app.patch(
    '/api/shares/:shareId',
    {
      config: { access, patches: ShareChange },
      schema: {
        operationId: 'patchShare',
        summary: 'Update a share link',
        description: 'Changes its name or expiry by JSON Patch or merge patch.',
        tags,
        params: SharePath,
        body: PatchBody,
        response: { 200: ShareAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const baseUrl = await ctx.sites.urlOf(request.caller.accountId)
      return write(ctx, request, reply, async (tx) => {
        const { shareId } = request.params
        await changeShare(tx, request.caller, shareId, (before) => {
          requireVersion(request, before.version)
          return requireValid(ShareChange, patched(toDocument(before), request.body))
        })
        return shown(tx, request.caller, { id: shareId, baseUrl })
      })
    },
  )

  app.delete(
    '/api/shares/:shareId',
    {
      config: { access },
      schema: {
        operationId: 'deleteShare',
        summary: 'Revoke a share link',
        description: 'The link stops working at once.',
        tags,
        params: SharePath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await revokeShare(tx, request.caller, request.params.shareId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )
}

async function shown(
  tx: Tx,
  caller: Parameters<typeof getShareIn>[1],
  wanted: Parameters<typeof getShareIn>[2],
) {
  const { share, version } = await getShareIn(tx, caller, wanted)
  return { payload: share, etag: etagOf(version) }
}
