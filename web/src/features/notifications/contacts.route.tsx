import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export interface ContactsSearch {
  q?: string
}

export const contactsRoute = createRoute({
  path: inSettings(views.contacts.path),
  getParentRoute: () => settingsRoute,
  validateSearch: ({ q }: Record<string, unknown>): ContactsSearch =>
    typeof q === 'string' && q !== '' ? { q } : {},
  component: lazyRouteComponent(() => import('./contacts-page.tsx'), 'ContactsPage'),
})
