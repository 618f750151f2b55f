import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import { validateLiveSearch } from './live-search.ts'

export const liveRoute = createRoute({
  path: views.live.path,
  getParentRoute: () => shellRoute,
  validateSearch: validateLiveSearch,
  component: lazyRouteComponent(() => import('./live-view.tsx'), 'LiveView'),
})
