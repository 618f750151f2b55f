import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import { validateFleetSearch } from './fleet-search.ts'

export const fleetRoute = createRoute({
  path: views.fleet.path,
  getParentRoute: () => shellRoute,
  validateSearch: validateFleetSearch,
  component: lazyRouteComponent(() => import('./fleet-page.tsx'), 'FleetPage'),
})
