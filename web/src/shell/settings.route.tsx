// The settings: one page for each part, beside the list of all of them.

import { createRoute, redirect } from '@tanstack/react-router'
import { SettingsFrame } from './settings-frame.tsx'
import { shellRoute } from './shell.route.tsx'

export const settingsRoute = createRoute({
  path: '/settings',
  getParentRoute: () => shellRoute,
  component: SettingsFrame,
})

export const settingsHomeRoute = createRoute({
  path: '/',
  getParentRoute: () => settingsRoute,
  beforeLoad() {
    throw redirect({ to: '/settings/account' })
  },
})
