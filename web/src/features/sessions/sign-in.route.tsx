import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/shell.route.tsx'

export interface SignInSearch {
  /** Where he wanted to go. */
  next?: string
}

export const signInRoute = createRoute({
  path: '/sign-in',
  getParentRoute: () => rootRoute,
  validateSearch: ({ next }: Record<string, unknown>): SignInSearch =>
    // Only places of ours: a link must not lead elsewhere by way of us.
    typeof next === 'string' && /^\/(?!\/)/.test(next) ? { next } : {},
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})
