// The brand of a reseller in the console, and of the platform for operators.

import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { MediaTypeError } from '../../../platform/http/errors.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import { write } from '../../../platform/http/write.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import { requireManaged } from '../tree.api.ts'
import type { Brands } from './brand.api.ts'
import { BrandBody, BrandView, EffectiveBrandView, fieldsOf, PicturePath } from './brand.schema.ts'
import { deleteBrand, deletePicture, getBrand, replaceBrand, replacePicture } from './brand.ts'
import { iconSize, logoSize, maxPictureBytes } from './pictures/prepare.ts'

const tags = ['Resale']
const path = '/api/resale/brand'
const Picture = Type.Unsafe<Buffer>({ description: 'The bytes of the picture.' })
const BrandAnswer = answer({
  brand: Type.Union([ref(BrandView), Type.Null()]),
  effectiveBrand: ref(EffectiveBrandView),
})

export function brandRoutes(parent: App, ctx: Context, brands: Brands): void {
  parent.addSchema(BrandView)
  parent.addSchema(EffectiveBrandView)

  parent.get(
    '/api/brand',
    {
      schema: {
        operationId: 'getBrand',
        summary: 'Get the brand of your account',
        description: 'That of its reseller, of the nearest one above with a brand, or of the platform.',
        tags,
        response: { 200: answer({ brand: ref(EffectiveBrandView) }), ...failures },
      },
    },
    async ({ caller }) => ({ brand: await brands.readOfAccount(caller.accountId) }),
  )

  parent.get(
    path,
    {
      schema: {
        operationId: 'getResellerBrand',
        summary: 'Get the brand of your reseller',
        description:
          '`brand` is null if it has none; `effectiveBrand` is then that of the nearest reseller above, or of the platform.',
        tags,
        response: { 200: BrandAnswer, ...failures },
      },
    },
    async ({ caller }) => getBrand(ctx, await requireManaged(ctx, caller)),
  )

  parent.put(
    path,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'replaceResellerBrand',
        summary: 'Replace the brand of your reseller',
        description:
          'For the reseller, its accounts, and everybody below without a brand of their own. Shown within a minute. Pictures stay.',
        tags,
        body: BrandBody,
        response: { 200: BrandAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const managed = await requireManaged(ctx, caller)
      const before = (await getBrand(ctx, managed)).brand
      await replaceBrand(ctx, managed, fieldsOf(body))
      const after = await getBrand(ctx, managed)
      return write(ctx, request, reply, async (tx) => {
        await recordChanges(tx, caller, [
          { action: 'resale.brand_changed', target: managed.id, before, after: after.brand },
        ])
        return { payload: after }
      })
    },
  )

  parent.delete(
    path,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'deleteResellerBrand',
        summary: 'Delete the brand of your reseller',
        description: 'With its pictures. The brand of the nearest reseller above is in force again.',
        tags,
        response: { 200: BrandAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller } = request
      const managed = await requireManaged(ctx, caller)
      const before = (await getBrand(ctx, managed)).brand
      const isDeleted = await deleteBrand(ctx, managed)
      return write(ctx, request, reply, async (tx) => {
        if (isDeleted) {
          await recordChanges(tx, caller, [
            { action: 'resale.brand_deleted', target: managed.id, before, after: null },
          ])
        }
        return { payload: await getBrand(ctx, managed) }
      })
    },
  )

  parent.delete(
    `${path}/pictures/:type`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'deleteBrandPicture',
        summary: 'Delete a picture of your brand',
        description: 'Succeeds too if there is none.',
        tags,
        params: PicturePath,
        response: { 200: BrandAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      const managed = await requireManaged(ctx, caller)
      await deletePicture(ctx, managed, params.type)
      return write(ctx, request, reply, async (tx) => {
        await recordChanges(tx, caller, [
          { action: 'resale.brand_picture_deleted', target: managed.id, before: params, after: null },
        ])
        return { payload: await getBrand(ctx, managed) }
      })
    },
  )

  parent.register(async (app: App) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _body, done) =>
      done(new MediaTypeError({ form: 'a PNG image', type: 'image/png' })),
    )
    app.addContentTypeParser(
      'image/png',
      { parseAs: 'buffer', bodyLimit: maxPictureBytes },
      (_request, body, done) => done(null, body),
    )

    app.put(
      `${path}/pictures/:type`,
      {
        config: { access: 'any' },
        bodyLimit: maxPictureBytes,
        schema: {
          operationId: 'replaceBrandPicture',
          summary: 'Replace a picture of your brand',
          description: `A PNG of at most 1 MB. A logo has at most ${logoSize.width} × ${logoSize.height} pixels; an icon is a square of ${iconSize.min} to ${iconSize.max} pixels. It is decoded and written again, so nothing but pixels remains of it.`,
          tags,
          consumes: ['image/png'],
          params: PicturePath,
          body: Picture,
          response: { 200: BrandAnswer, ...failures },
        },
      },
      async (request, reply) => {
        const { caller, params } = request
        const managed = await requireManaged(ctx, caller)
        // Without a body nothing is parsed.
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await replacePicture(ctx, managed, params.type, bytes)
        const after = await getBrand(ctx, managed)
        return write(ctx, request, reply, async (tx) => {
          const change = { type: params.type, ...after.brand?.pictures[params.type] }
          await recordChanges(tx, caller, [
            { action: 'resale.brand_picture_changed', target: managed.id, before: null, after: change },
          ])
          return { payload: after }
        })
      },
    )
  })
}
