import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'

export interface GroupsSearch {
  q?: string
}

const validateSearch = ({ q }: Record<string, unknown>): GroupsSearch =>
  typeof q === 'string' && q !== '' ? { q } : {}

export const groupsRoute = createRoute({
  path: '/groups',
  getParentRoute: () => settingsRoute,
  validateSearch,
  component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
})

/** Here the search is among the group's devices. */
export const groupRoute = createRoute({
  path: '/groups/$groupId',
  getParentRoute: () => settingsRoute,
  validateSearch,
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
})
