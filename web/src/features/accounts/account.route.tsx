import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'

export const accountRoute = createRoute({
  path: 'account',
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})
