// The page of a share link: no session, no navigation, nothing else of the account.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'

export interface ShareViewSearch {
  /** The selected device, by its index in the share. */
  device?: number
  /** zoom/latitude/longitude */
  at?: string
}

export const shareViewRoute = createRoute({
  path: views.shareView.path,
  getParentRoute: () => rootRoute,
  validateSearch: ({ device, at }: Record<string, unknown>): ShareViewSearch => ({
    ...(typeof device === 'number' && Number.isInteger(device) && { device }),
    ...(typeof at === 'string' && at !== '' && { at }),
  }),
  component: lazyRouteComponent(() => import('./share-view.tsx'), 'ShareView'),
})
