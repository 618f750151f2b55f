import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export const preferencesRoute = createRoute({
  path: inSettings(views.preferences.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./preferences-page.tsx'), 'PreferencesPage'),
})
