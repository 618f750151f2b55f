import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export const accountRoute = createRoute({
  path: inSettings(views.account.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})
