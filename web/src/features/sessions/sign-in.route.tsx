import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'

export interface SignInSearch {
  /** The path to open after signing in. */
  next?: string
  /** Why a sign-in with the provider of an account was refused. */
  sso?: string
}

export const signInRoute = createRoute({
  path: views.signIn.path,
  getParentRoute: () => rootRoute,
  validateSearch: ({ next, sso }: Record<string, unknown>): SignInSearch => ({
    // Only local paths, to prevent open redirects.
    ...(typeof next === 'string' && /^\/(?!\/)/.test(next) && { next }),
    ...(typeof sso === 'string' && { sso }),
  }),
  component: lazyRouteComponent(() => import('./sign-in-views.tsx'), 'SignInView'),
})

/** The link of the e-mail after a second factor was reset. Its secret is in the hash. */
export const enrolRoute = createRoute({
  path: views.enrol.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./sign-in-views.tsx'), 'EnrolView'),
})
