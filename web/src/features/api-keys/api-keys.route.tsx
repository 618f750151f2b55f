import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'

export const apiKeysRoute = createRoute({
  path: 'api-keys',
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
})
