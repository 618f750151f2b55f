import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import { validateAlertsSearch } from './alerts-search.ts'

export const alertsRoute = createRoute({
  path: views.alerts.path,
  getParentRoute: () => shellRoute,
  validateSearch: validateAlertsSearch,
  component: lazyRouteComponent(() => import('./alerts-view.tsx'), 'AlertsView'),
})
