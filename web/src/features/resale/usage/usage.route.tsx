import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../shell/shell.route.tsx'
import { views } from '../../../shell/views.ts'
import { isMonth } from './months.ts'

export interface UsageSearch {
  month?: string
}

export const usageRoute = createRoute({
  path: views.usage.path,
  getParentRoute: () => shellRoute,
  validateSearch: ({ month }: Record<string, unknown>): UsageSearch =>
    typeof month === 'string' && isMonth(month) ? { month } : {},
  component: lazyRouteComponent(() => import('./usage-page.tsx'), 'UsagePage'),
})
