// The settings: one page per part, beside the menu.

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { shellRoute } from './shell.route.tsx'
import { views } from './views.ts'

export const settingsRoute = createRoute({
  path: views.settings.path,
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import('./settings-frame.tsx'), 'SettingsFrame'),
})

export const settingsHomeRoute = createRoute({
  path: '/',
  getParentRoute: () => settingsRoute,
  beforeLoad() {
    throw redirect({ to: '/settings/account' })
  },
})
