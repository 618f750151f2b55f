import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { validateHistorySearch } from './history-search.ts'

export const historyHomeRoute = createRoute({
  path: '/history',
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import('./choose-device-page.tsx'), 'ChooseDevicePage'),
})

export const historyRoute = createRoute({
  path: '/history/$deviceId',
  getParentRoute: () => shellRoute,
  validateSearch: validateHistorySearch,
  component: lazyRouteComponent(() => import('./history-page.tsx'), 'HistoryPage'),
})
