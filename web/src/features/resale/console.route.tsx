import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import type { CustomerStatus } from './use-resale.ts'
import { customerStatuses } from './use-resale.ts'

export interface ConsoleSearch {
  q?: string
  status?: CustomerStatus
}

export const consoleRoute = createRoute({
  path: views.console.path,
  getParentRoute: () => shellRoute,
  validateSearch: ({ q, status }: Record<string, unknown>): ConsoleSearch => {
    const known = customerStatuses.find((one) => one === status)
    return { ...(typeof q === 'string' && q !== '' && { q }), ...(known && { status: known }) }
  },
  component: lazyRouteComponent(() => import('./console-page.tsx'), 'ConsolePage'),
})
