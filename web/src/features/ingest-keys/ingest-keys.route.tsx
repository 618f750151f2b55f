import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export const ingestKeysRoute = createRoute({
  path: inSettings(views['ingest-keys'].path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./ingest-keys-page.tsx'), 'IngestKeysPage'),
})
