import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { validateLiveSearch } from './live-search.ts'

export const liveRoute = createRoute({
  path: '/live',
  getParentRoute: () => shellRoute,
  validateSearch: validateLiveSearch,
  component: lazyRouteComponent(() => import('./live-view.tsx'), 'LiveView'),
})
