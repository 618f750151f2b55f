import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export interface AuditSearch {
  /** Only changes of this object. */
  target?: string
}

export const auditRoute = createRoute({
  path: inSettings(views.audit.path),
  getParentRoute: () => settingsRoute,
  validateSearch: ({ target }: Record<string, unknown>): AuditSearch =>
    typeof target === 'string' && target !== '' ? { target } : {},
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
})
