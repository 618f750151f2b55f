import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'

export interface UsersSearch {
  q?: string
}

export const usersRoute = createRoute({
  path: '/users',
  getParentRoute: () => settingsRoute,
  validateSearch: ({ q }: Record<string, unknown>): UsersSearch =>
    typeof q === 'string' && q !== '' ? { q } : {},
  component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
})

export const newUserRoute = createRoute({
  path: '/users/new',
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./user-page.tsx'), 'NewUserPage'),
})

export const userRoute = createRoute({
  path: '/users/$userId',
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
})
