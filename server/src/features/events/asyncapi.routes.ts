import type { Context } from '../../platform/context.ts'
import type { App } from '../../platform/http/server.ts'
import { describeEvents } from './asyncapi.ts'

export function asyncApiRoutes(app: App, { config }: Pick<Context, 'config'>): void {
  app.get('/asyncapi.json', { config: { bare: true }, schema: { hide: true } }, async () =>
    describeEvents(config.http.publicUrl, app.getSchema('Location')),
  )
}
