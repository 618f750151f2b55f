import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import type { StateName } from '../../ui/maintenance/maintenance-api.ts'
import { stateNames } from '../../ui/maintenance/maintenance-api.ts'

export const maintenanceRoute = createRoute({
  path: views.maintenance.path,
  getParentRoute: () => shellRoute,
  validateSearch: ({ state }: Record<string, unknown>): { state?: StateName } => {
    const known = stateNames.find((one) => one === state)
    return known ? { state: known } : {}
  },
  component: lazyRouteComponent(() => import('./maintenance-page.tsx'), 'MaintenancePage'),
})
