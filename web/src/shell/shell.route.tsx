// The two layouts: the root, and the shell for signed-in users.

import { RastroError } from '@rastro/client'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { closeEarlyFleet, openFleetEarly } from '../live/use-fleet.tsx'
import { session } from '../session/session.ts'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

export const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
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
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    }
  },
  component: Shell,
})

export const homeRoute = createRoute({
  path: '/',
  getParentRoute: () => shellRoute,
  beforeLoad() {
    throw redirect({ to: '/live' })
  },
})
