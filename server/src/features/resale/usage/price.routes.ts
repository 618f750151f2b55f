import { Type } from 'typebox'
import { sendList } from '../../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { write } from '../../../platform/http/write.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import { PageQuery } from '../resale.schema.ts'
import { requireManaged } from '../tree.api.ts'
import {
  createPriceList,
  deletePriceList,
  getPriceList,
  listPriceLists,
  replacePriceList,
  setNodePrices,
} from './price.api.ts'
import { NodePath, NodePricesBody, PriceListBody, PriceListPath, PriceListView } from './usage.schema.ts'

const tags = ['Resale']
const PriceListAnswer = answer({ priceList: ref(PriceListView) })

/** Only the reseller whose lists these are sees them: neither those below, nor those above. */
export const priceRoutes: Routes = (app, ctx) => {
  app.addSchema(PriceListView)

  app.get(
    '/api/resale/priceLists',
    {
      schema: {
        operationId: 'listPriceLists',
        summary: 'List price lists',
        description: 'Only you see them.',
        tags,
        querystring: PageQuery,
        response: {
          200: answer({
            priceLists: Type.Array(ref(PriceListView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const managed = await requireManaged(ctx, request.caller)
      return sendList(request, reply, 'priceLists', listPriceLists(ctx, managed))
    },
  )

  app.post(
    '/api/resale/priceLists',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'createPriceList',
        summary: 'Create a price list',
        description: 'It counts for nobody until a node below has it. A reseller has at most 100.',
        tags,
        body: PriceListBody,
        response: { 201: PriceListAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const managed = await requireManaged(ctx, caller)
      return write(ctx, request, reply, async (tx) => {
        const id = await createPriceList(ctx, managed, body)
        await recordChanges(tx, caller, [
          { action: 'resale.price_list_created', target: id, before: null, after: body },
        ])
        const payload = { priceList: await getPriceList(ctx, managed, id) }
        return { payload, status: 201, location: `/api/resale/priceLists/${id}` }
      })
    },
  )

  app.get(
    '/api/resale/priceLists/:priceListId',
    {
      schema: {
        operationId: 'getPriceList',
        summary: 'Get a price list',
        description: 'One of your own: neither those above nor those below you see it.',
        tags,
        params: PriceListPath,
        response: { 200: PriceListAnswer, ...failures },
      },
    },
    async ({ caller, params }) => {
      const managed = await requireManaged(ctx, caller)
      return { priceList: await getPriceList(ctx, managed, params.priceListId) }
    },
  )

  app.put(
    '/api/resale/priceLists/:priceListId',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'replacePriceList',
        summary: 'Replace a price list',
        description: 'Counts for every invoice that is downloaded from then on.',
        tags,
        params: PriceListPath,
        body: PriceListBody,
        response: { 200: PriceListAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body, params } = request
      const managed = await requireManaged(ctx, caller)
      const { name, currency, prices } = await getPriceList(ctx, managed, params.priceListId)
      return write(ctx, request, reply, async (tx) => {
        await replacePriceList(ctx, managed, params.priceListId, body)
        const before = { name, currency, prices }
        await recordChanges(tx, caller, [
          { action: 'resale.price_list_changed', target: params.priceListId, before, after: body },
        ])
        return { payload: { priceList: await getPriceList(ctx, managed, params.priceListId) } }
      })
    },
  )

  app.delete(
    '/api/resale/priceLists/:priceListId',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'deletePriceList',
        summary: 'Delete a price list',
        description: 'Only one that no account or reseller pays by.',
        tags,
        params: PriceListPath,
        response: { 200: answer({}), ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      const managed = await requireManaged(ctx, caller)
      return write(ctx, request, reply, async (tx) => {
        await deletePriceList(ctx, managed, params.priceListId)
        await recordChanges(tx, caller, [
          { action: 'resale.price_list_deleted', target: params.priceListId, before: null, after: null },
        ])
        return { payload: {} }
      })
    },
  )

  app.put(
    '/api/resale/nodes/:nodeId/prices',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'setNodePrices',
        summary: 'Set what an account or reseller pays',
        description: 'Of nodes directly below yours. They do not see it.',
        tags,
        params: NodePath,
        body: NodePricesBody,
        response: { 200: answer({}), ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const managed = await requireManaged(ctx, caller)
      return write(ctx, request, reply, async (tx) => {
        await setNodePrices(ctx, managed, params.nodeId, body.priceListId ?? undefined)
        await recordChanges(tx, caller, [
          { action: 'resale.prices_set', target: params.nodeId, before: null, after: body },
        ])
        return { payload: {} }
      })
    },
  )
}
