import { Type } from 'typebox'
import { languageOf } from '../../platform/http/accept-language.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { addressAt } from '../geocoding/geocoding.api.ts'
import { placeNamesFor } from './place.api.ts'
import { AddressOrNull, maxPoints, PointQuery, PointsBody } from './place.schema.ts'
import { PlaceView } from './place-view.api.ts'

const tags = ['Places']

export const placeRoutes: Routes = (app, ctx) => {
  app.addSchema(PlaceView)

  app.get(
    '/api/places/reverse',
    {
      schema: {
        operationId: 'getPlace',
        summary: 'Get the place at a point',
        description:
          'The geofence, the nearest town with distance and direction, region and country, or the sea. If the operator has set up a geocoder, also the street address.',
        tags,
        querystring: PointQuery,
        response: { 200: answer({ place: ref(PlaceView), address: AddressOrNull }), ...failures },
      },
    },
    async (request) => {
      const { latitude, longitude } = request.query
      const language = languageOf(request.headers['accept-language'])
      const [namePlace, address] = await Promise.all([
        placeNamesFor(ctx, request),
        addressAt(ctx, request.caller, latitude, longitude, language),
      ])
      return { place: namePlace(latitude, longitude), address }
    },
  )

  app.post(
    '/api/places/reverse',
    {
      // It changes nothing; so many points do not fit into a URL.
      config: { access: 'any' },
      schema: {
        operationId: 'listPlaces',
        summary: 'List the places at points',
        description: `In the order of the points; at most ${maxPoints}.`,
        tags,
        body: PointsBody,
        response: { 200: answer({ places: Type.Array(ref(PlaceView)) }), ...failures },
      },
    },
    async (request) => {
      const namePlace = await placeNamesFor(ctx, request)
      return { places: request.body.points.map(({ latitude, longitude }) => namePlace(latitude, longitude)) }
    },
  )
}
