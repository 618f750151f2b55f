import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export interface UsersSearch {
  q?: string
}

export const usersRoute = createRoute({
  path: inSettings(views.users.path),
  getParentRoute: () => settingsRoute,
  validateSearch: ({ q }: Record<string, unknown>): UsersSearch =>
    typeof q === 'string' && q !== '' ? { q } : {},
  component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
})

export const newUserRoute = createRoute({
  path: inSettings(views.newUser.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./user-page.tsx'), 'NewUserPage'),
})

export const userRoute = createRoute({
  path: inSettings(views.user.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
})
