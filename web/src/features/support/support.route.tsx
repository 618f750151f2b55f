import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export const supportRoute = createRoute({
  path: inSettings(views.support.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./support-page.tsx'), 'SupportPage'),
})
