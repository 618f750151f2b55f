// The providers that an operator can choose, for the page that shows how.

import { Type } from 'typebox'
import { mapProviders } from '../../config/map-providers.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { MapProviderView } from './map.schema.ts'

export const mapProviderRoutes: Routes = (app, ctx) => {
  app.addSchema(MapProviderView)
  const chosen = new Set(ctx.config.web.providers.map(({ id }) => id))
  const providers = mapProviders.map(({ id, name, shows, receivers, termsUrl, needsKey, needsReferrer }) => ({
    id,
    name,
    shows,
    receivers,
    needsKey: needsKey === true,
    namesSite: needsReferrer === true,
    termsUrl,
    isChosen: chosen.has(id),
  }))

  app.get(
    '/api/mapProviders',
    {
      schema: {
        operationId: 'listMapProviders',
        summary: 'List map providers',
        description:
          'The providers that the operator can choose with RASTRO_MAP_PROVIDERS. Nothing is loaded from the others.',
        tags: ['Web interface'],
        response: { 200: answer({ providers: Type.Array(ref(MapProviderView)) }), ...failures },
      },
    },
    async () => ({ providers }),
  )
}
