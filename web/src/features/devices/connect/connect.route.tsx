import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../shell/shell.route.tsx'
import { views } from '../../../shell/views.ts'
import type { ConnectSearch } from './connect-search.ts'
import { connectSteps } from './connect-search.ts'

export const connectRoute = createRoute({
  path: views.connect.path,
  getParentRoute: () => shellRoute,
  validateSearch: ({ step, kind, device }: Record<string, unknown>): ConnectSearch => {
    const known = connectSteps.find((one) => one === step)
    return {
      ...(known && { step: known }),
      ...(typeof kind === 'string' && kind !== '' && { kind }),
      ...(typeof device === 'string' && device !== '' && { device }),
    }
  },
  component: lazyRouteComponent(() => import('./connect-view.tsx'), 'ConnectView'),
})
