import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export interface SharesSearch {
  /** Only links that show this device; preselected for a new one. */
  device?: string
}

export const sharesRoute = createRoute({
  path: inSettings(views.shares.path),
  getParentRoute: () => settingsRoute,
  validateSearch: ({ device }: Record<string, unknown>): SharesSearch =>
    typeof device === 'string' && device !== '' ? { device } : {},
  component: lazyRouteComponent(() => import('./shares-page.tsx'), 'SharesPage'),
})
