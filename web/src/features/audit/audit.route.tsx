import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'

export interface AuditSearch {
  /** Only changes of this thing. */
  target?: string
}

export const auditRoute = createRoute({
  path: 'audit',
  getParentRoute: () => settingsRoute,
  validateSearch: ({ target }: Record<string, unknown>): AuditSearch =>
    typeof target === 'string' && target !== '' ? { target } : {},
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
})
