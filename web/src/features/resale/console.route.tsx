import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import type { ConsoleSearch } from './use-resale.ts'
import { customerOrders, customerStatuses } from './use-resale.ts'

export const consoleRoute = createRoute({
  path: views.console.path,
  getParentRoute: () => shellRoute,
  validateSearch: ({ q, status, order }: Record<string, unknown>): ConsoleSearch => {
    const known = customerStatuses.find((one) => one === status)
    const sorted = customerOrders.find((one) => one === order)
    return {
      ...(typeof q === 'string' && q !== '' && { q }),
      ...(known && { status: known }),
      ...(sorted && { order: sorted }),
    }
  },
  component: lazyRouteComponent(() => import('./console-page.tsx'), 'ConsolePage'),
})
