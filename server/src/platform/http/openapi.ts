// The OpenAPI document, generated from the route schemas, and its browsable reference, served without external hosts.

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { OpenApi, RouteFacts } from './openapi.types.ts'
import { completeDocument } from './openapi-document.ts'
import { openApiTags } from './openapi-tags.ts'
import { allowNoBody } from './optional-body.ts'
import { pagePolicy } from './security-headers.ts'
import type { App } from './server.ts'

const description = `
All requests except the token request require \`Authorization: Bearer <token>\`. Responses are JSON in one envelope:
\`success\` and \`requestId\`, and on failure \`error\` (a message), \`code\` (stable) and \`details\` (all errors at once).
Times are RFC 3339 in UTC; dates are days in the account's time zone. Units: degrees (WGS 84), metres, metres per second,
°C, %, volts, and kilometres for mileage. Resources of other accounts return 404, as if they did not exist.
Version 1 is served under \`/api\`; changes are backward compatible.`.trim()

export async function describeApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Rastro',
        version: '1.0.0',
        description,
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      // Relative: the document is right under every host name of the server.
      servers: [{ url: '/' }],
      tags: openApiTags,
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform({ schema, url, route }) {
      const { patches, mediaTypes } = route.config ?? {}
      const hasOptionalBody = route.preValidation === allowNoBody
      const facts: RouteFacts = { patches, mediaTypes, hasOptionalBody }
      return { schema: { ...schema, 'x-route': facts } as typeof schema, url }
    },
    transformObject: (made) =>
      completeDocument(('openapiObject' in made ? made.openapiObject : {}) as unknown as OpenApi) as never,
    refResolver: { buildLocalReference: (schema) => String(schema.$id) },
  })
  app.get('/openapi.json', { config: { bare: true }, schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs/api',
    staticCSP: pagePolicy(),
    uiConfig: { docExpansion: 'list', deepLinking: true, tryItOutEnabled: true },
  })
}
