// The two layouts: the root, and the shell for signed-in users.

import { RastroError } from '@rastro/client'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { closeEarlyFleet, openFleetEarly } from '../live/use-fleet.tsx'
import { session } from '../session/session.ts'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

/** The first messages are enough for them. */
const firstPaths = ['/', '/live', '/sign-in']

interface RouterContext {
  queries: QueryClient
  loadMessages(): Promise<void>
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad({ location, context }) {
    return firstPaths.includes(location.pathname) ? undefined : context.loadMessages()
  },
  notFoundComponent: NotFound,
})

export const shellRoute = createRoute({
  id: 'shell',
  getParentRoute: () => rootRoute,
  async beforeLoad({ location }) {
    openFleetEarly()
    try {
      await session.token()
    } catch (error) {
      closeEarlyFleet()
      // A temporary failure does not end the session.
      if (!(error instanceof RastroError && error.status === 401)) throw error
      forgetKeptFleet()
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    }
  },
  component: Shell,
})

/** The session ended while the page was closed. */
function forgetKeptFleet(): void {
  import('../device-services/last-fleet.ts').then(({ forgetFleet }) => forgetFleet()).catch(() => {})
}

export const homeRoute = createRoute({
  path: '/',
  getParentRoute: () => shellRoute,
  beforeLoad() {
    throw redirect({ to: '/live' })
  },
})
