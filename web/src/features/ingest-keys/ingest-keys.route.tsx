import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'

export const ingestKeysRoute = createRoute({
  path: '/ingest-keys',
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./ingest-keys-page.tsx'), 'IngestKeysPage'),
})
