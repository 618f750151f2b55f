import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export interface GroupsSearch {
  q?: string
}

const validateSearch = ({ q }: Record<string, unknown>): GroupsSearch =>
  typeof q === 'string' && q !== '' ? { q } : {}

export const groupsRoute = createRoute({
  path: inSettings(views.groups.path),
  getParentRoute: () => settingsRoute,
  validateSearch,
  component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
})

/** Searches the devices of the group. */
export const groupRoute = createRoute({
  path: inSettings(views.group.path),
  getParentRoute: () => settingsRoute,
  validateSearch,
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
})
