import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'

export const waysInRoute = createRoute({
  path: '/ways-in',
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./ways-in-page.tsx'), 'WaysInPage'),
})
