import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../shell/shell.route.tsx'
import { views } from '../../../shell/views.ts'

export const sendersRoute = createRoute({
  path: views.senders.path,
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import('./senders-page.tsx'), 'SendersPage'),
})
