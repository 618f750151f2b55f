import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'

export interface SharesSearch {
  /** Only links that show this device; a new one begins with it. */
  device?: string
}

export const sharesRoute = createRoute({
  path: '/shares',
  getParentRoute: () => settingsRoute,
  validateSearch: ({ device }: Record<string, unknown>): SharesSearch =>
    typeof device === 'string' && device !== '' ? { device } : {},
  component: lazyRouteComponent(() => import('./shares-page.tsx'), 'SharesPage'),
})
