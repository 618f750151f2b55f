// The page of a verification link: no session, no navigation, nothing else of the account.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'

export const verifyRoute = createRoute({
  path: views.verify.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./verify-view.tsx'), 'VerifyView'),
})
