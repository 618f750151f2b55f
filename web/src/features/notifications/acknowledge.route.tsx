// The page of a link that acknowledges an alert: no session, no navigation, nothing else of the account.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'

export const acknowledgeRoute = createRoute({
  path: views.acknowledge.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./acknowledge-view.tsx'), 'AcknowledgeView'),
})
