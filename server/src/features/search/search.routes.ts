import { Type } from 'typebox'
import { preferencesOf } from '../../platform/http/preferences.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { ResultView, SearchQuery } from './search.schema.ts'
import { searchPlaces } from './search.ts'

const tags = ['Places']

export const searchRoutes: Routes = (app, ctx) => {
  app.addSchema(ResultView)

  app.get(
    '/api/places/search',
    {
      schema: {
        operationId: 'searchPlaces',
        summary: 'Search places',
        description:
          'Coordinates in any usual notation, devices, geofences, towns and street addresses, in this order. A comma narrows towns down to a region or country: `Santiago, Chile`.',
        tags,
        querystring: SearchQuery,
        response: { 200: answer({ results: Type.Array(ref(ResultView)) }), ...failures },
      },
    },
    async ({ caller, headers, query }) => ({
      results: await searchPlaces(ctx, caller, query, preferencesOf(headers)),
    }),
  )
}
