import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../shell/shell.route.tsx'
import { views } from '../../../shell/views.ts'

export const resellersRoute = createRoute({
  path: views.resellers.path,
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import('./resellers-page.tsx'), 'ResellersPage'),
})
