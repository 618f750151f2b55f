import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export const mapsRoute = createRoute({
  path: inSettings(views.maps.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./maps-page.tsx'), 'MapsPage'),
})
