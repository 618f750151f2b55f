import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'

export interface ContactsSearch {
  q?: string
}

export const contactsRoute = createRoute({
  path: '/contacts',
  getParentRoute: () => settingsRoute,
  validateSearch: ({ q }: Record<string, unknown>): ContactsSearch =>
    typeof q === 'string' && q !== '' ? { q } : {},
  component: lazyRouteComponent(() => import('./contacts-page.tsx'), 'ContactsPage'),
})
