import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export const tripsRoute = createRoute({
  path: inSettings(views.trips.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./trips-page.tsx'), 'TripsPage'),
})
