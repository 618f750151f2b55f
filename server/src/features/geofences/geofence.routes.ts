import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { chunksOf, pageOf } from '../../platform/http/paging.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendList } from '../../platform/http/raw-responses.ts'
import { ignoreReadOnly } from '../../platform/http/read-only.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { App, Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import {
  changeGeofence,
  createGeofence,
  deleteGeofence,
  getGeofence,
  getGeofenceIn,
  listGeofences,
  toDocument,
} from './geofence.api.ts'
import { GeofenceBody, GeofencePath, GeofenceQuery, GeofenceView, geofenceFields } from './geofence.schema.ts'
import { fromFeature, geoJsonType, writeCollection } from './geojson.ts'

const tags = ['Geofences']
/** Enough for the largest geometry. */
const bodyLimit = 2 * 1024 ** 2
/** A single geofence is returned flat in the envelope. */
const GeofenceAnswer = answer(geofenceFields)
const access = 'geofences.manage'

export const geofenceRoutes: Routes = (parent, ctx) => {
  parent.addSchema(GeofenceView)
  // A separate plugin scope: only these routes accept GeoJSON as JSON.
  parent.register(async (app: App) => {
    app.addContentTypeParser(
      geoJsonType,
      { parseAs: 'string', bodyLimit },
      app.getDefaultJsonParser('error', 'error'),
    )
    readRoutes(app, ctx)
    changeRoutes(app, ctx)
  })
}

const readRoutes: Routes = (app, ctx) => {
  app.get(
    '/api/geofences',
    {
      config: { mediaTypes: [geoJsonType] },
      schema: {
        operationId: 'listGeofences',
        summary: 'List geofences',
        description: 'Also as a GeoJSON FeatureCollection, by the header Accept.',
        tags,
        querystring: GeofenceQuery,
        response: {
          200: answer({ geofences: Type.Array(ref(GeofenceView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    (request, reply) => {
      const { limit: _limit, cursor: _cursor, ...filter } = request.query
      if (isGeoJson(request)) return sendCollection(ctx, request, reply, request.query)
      return sendList(request, reply, 'geofences', listGeofences(ctx, request.caller, 'record', filter))
    },
  )

  app.get(
    '/api/geofences/:geofenceId',
    {
      config: { mediaTypes: [geoJsonType] },
      schema: {
        operationId: 'getGeofence',
        summary: 'Get a geofence',
        description: 'Also as a GeoJSON Feature, by the header Accept.',
        tags,
        params: GeofencePath,
        response: { 200: GeofenceAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const form = isGeoJson(request) ? 'feature' : 'record'
      const found = await getGeofence(ctx, request.caller, form, request.params.geofenceId)
      reply.header('etag', etagOf(found.version))
      if (form === 'feature') return sendFeature(request, reply, found.json)
      return JSON.parse(found.json) as Static<typeof GeofenceView>
    },
  )
}

const changeRoutes: Routes = (app, ctx) => {
  const preValidation = async (request: FastifyRequest) => {
    request.body = fromFeature(request.body)
  }

  app.post(
    '/api/geofences',
    {
      config: { access },
      bodyLimit,
      preValidation,
      schema: {
        operationId: 'createGeofence',
        summary: 'Create a geofence',
        description: 'Also takes a GeoJSON Feature with these fields as its properties.',
        tags,
        consumes: ['application/json', geoJsonType],
        body: GeofenceBody,
        response: { 201: GeofenceAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const id = await createGeofence(tx, request.caller, request.body)
        return { ...(await shown(tx, id)), status: 201, location: `/api/geofences/${id}` }
      }),
  )

  app.put(
    '/api/geofences/:geofenceId',
    {
      config: { access },
      bodyLimit,
      preValidation: [preValidation, ignoreReadOnly(geofenceFields, GeofenceBody)],
      schema: {
        operationId: 'replaceGeofence',
        summary: 'Replace a geofence',
        description: 'Absent fields are cleared.',
        tags,
        consumes: ['application/json', geoJsonType],
        params: GeofencePath,
        body: GeofenceBody,
        response: { 200: GeofenceAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { geofenceId } = request.params
        await changeGeofence(tx, request.caller, geofenceId, (before) => {
          requireVersion(request, before.version)
          return request.body
        })
        return shown(tx, geofenceId)
      }),
  )

  app.patch(
    '/api/geofences/:geofenceId',
    {
      config: { access },
      bodyLimit,
      schema: {
        operationId: 'patchGeofence',
        summary: 'Update a geofence',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: GeofencePath,
        body: PatchBody,
        response: { 200: GeofenceAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { geofenceId } = request.params
        await changeGeofence(tx, request.caller, geofenceId, (before) => {
          requireVersion(request, before.version)
          return requireValid(GeofenceBody, patched(toDocument(before), request.body))
        })
        return shown(tx, geofenceId)
      }),
  )

  app.delete(
    '/api/geofences/:geofenceId',
    {
      config: { access },
      schema: {
        operationId: 'deleteGeofence',
        summary: 'Delete a geofence',
        description: 'Fails while a rule uses it.',
        tags,
        params: GeofencePath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteGeofence(tx, request.caller, request.params.geofenceId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )
}

async function shown(tx: Tx, id: string) {
  const { geofence, version } = await getGeofenceIn(tx, id)
  return { payload: geofence, etag: etagOf(version) }
}

function isGeoJson({ headers }: FastifyRequest): boolean {
  return String(headers.accept ?? '')
    .toLowerCase()
    .includes(geoJsonType)
}

async function sendFeature(request: FastifyRequest, reply: FastifyReply, json: string) {
  await request.envelope()
  return reply.type(geoJsonType).send(json)
}

/** The cursor of a page is a foreign member, which RFC 7946 allows. */
async function sendCollection(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, cursor, ...filter }: Static<typeof GeofenceQuery>,
) {
  const read = listGeofences(ctx, request.caller, 'feature', filter)
  const isPage = limit !== undefined || cursor !== undefined
  const page = isPage ? await pageOf(request, read, { limit: limit ?? 1_000, cursor }) : undefined
  const text = writeCollection(page ? single(page) : chunksOf(read), async (count) => {
    await request.envelope(1 + Math.ceil(count / 1_000))
    return page?.nextCursor ? { nextCursor: page.nextCursor } : {}
  })
  return reply.type(geoJsonType).send(Readable.from(text, { objectMode: false }))
}

async function* single<T>(value: T) {
  yield value
}
