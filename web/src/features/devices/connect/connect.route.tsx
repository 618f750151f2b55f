import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../shell/shell.route.tsx'

export const connectSteps = ['kind', 'name', 'wait'] as const
export type ConnectStep = (typeof connectSteps)[number]

/** Where one stands is in the address: whoever has to look for the tracker first comes back to the same step. */
export interface ConnectSearch {
  step?: ConnectStep
  kind?: string
  device?: string
}

export const connectRoute = createRoute({
  path: '/connect',
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
