import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { validateAlertsSearch } from './alerts-search.ts'

export const alertsRoute = createRoute({
  path: '/alerts',
  getParentRoute: () => shellRoute,
  validateSearch: validateAlertsSearch,
  component: lazyRouteComponent(() => import('./alerts-view.tsx'), 'AlertsView'),
})
