import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import { validateHistorySearch } from './history-search.ts'

export const historyHomeRoute = createRoute({
  path: views.history.path,
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import('./choose-device-page.tsx'), 'ChooseDevicePage'),
})

export const historyRoute = createRoute({
  path: views.deviceHistory.path,
  getParentRoute: () => shellRoute,
  validateSearch: validateHistorySearch,
  component: lazyRouteComponent(() => import('./history-page.tsx'), 'HistoryPage'),
})
