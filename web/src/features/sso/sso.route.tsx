import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { rootRoute } from '../../shell/shell.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export const ssoRoute = createRoute({
  path: inSettings(views.sso.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./sso-page.tsx'), 'SsoPage'),
})

export const ssoDoneRoute = createRoute({
  path: views.ssoDone.path,
  getParentRoute: () => rootRoute,
  validateSearch: ({ outcome }: Record<string, unknown>) => ({
    outcome: typeof outcome === 'string' ? outcome : '',
  }),
  component: lazyRouteComponent(() => import('./sso-done-page.tsx'), 'SsoDonePage'),
})
