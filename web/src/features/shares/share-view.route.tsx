// What a link shows, for whoever has it: no session, no rail, nothing of the account.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/shell.route.tsx'

export interface ShareViewSearch {
  /** The device that was chosen, by its place in the share. */
  device?: number
  /** zoom/latitude/longitude */
  at?: string
}

export const shareViewRoute = createRoute({
  path: '/share/$secret',
  getParentRoute: () => rootRoute,
  validateSearch: ({ device, at }: Record<string, unknown>): ShareViewSearch => ({
    ...(typeof device === 'number' && Number.isInteger(device) && { device }),
    ...(typeof at === 'string' && at !== '' && { at }),
  }),
  component: lazyRouteComponent(() => import('./share-view.tsx'), 'ShareView'),
})
