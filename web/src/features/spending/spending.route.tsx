import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export const spendingRoute = createRoute({
  path: inSettings(views.spending.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./spending-page.tsx'), 'SpendingPage'),
})
