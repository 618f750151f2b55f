// OpenAPI made from the routes' own schemas, and a reference to browse, served without any outside host.

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { pagePolicy } from './security-headers.ts'
import type { App } from './server.ts'

const about = `
Every call but the token's carries \`Authorization: Bearer <token>\`. Answers are JSON in one envelope: \`success\`,
\`requestId\`, and on failure \`error\` (a sentence), \`code\` (stable) and \`details\` (every fault at once).
Times are RFC 3339 in UTC; dates are days in the account's time zone. Units: degrees (WGS 84), metres, metres per second,
°C, %, volts, kilometres for mileage. Something of another account answers 404, like something that does not exist.
Version 1 lives under \`/api\` and only grows.`.trim()

export async function describeApi(app: App, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Rastro', version: '1.0.0', description: about, license: { name: 'Apache-2.0' } },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    refResolver: { buildLocalReference: (schema) => String(schema.$id) },
  })
  app.get('/openapi.json', { config: { bare: true }, schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs/api',
    staticCSP: pagePolicy(),
    uiConfig: { docExpansion: 'list', deepLinking: true, tryItOutEnabled: true },
  })
}
