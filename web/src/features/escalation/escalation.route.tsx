import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export const escalationRoute = createRoute({
  path: inSettings(views.escalation.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./escalation-page.tsx'), 'EscalationPage'),
})

export const onCallRoute = createRoute({
  path: inSettings(views['on-call'].path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./on-call-page.tsx'), 'OnCallPage'),
})
