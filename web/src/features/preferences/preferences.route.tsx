import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'

export const preferencesRoute = createRoute({
  path: 'preferences',
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./preferences-page.tsx'), 'PreferencesPage'),
})
