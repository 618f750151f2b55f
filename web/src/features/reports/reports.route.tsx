import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import { validateReportsSearch } from './reports-search.ts'

export const reportsRoute = createRoute({
  path: views.reports.path,
  getParentRoute: () => shellRoute,
  validateSearch: validateReportsSearch,
  component: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
})
