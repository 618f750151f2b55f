import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export const securityRoute = createRoute({
  path: inSettings(views.security.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage'),
})
