// Pages for people without an account: sign-up, its link, and the first run of an installation.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'

export const signUpRoute = createRoute({
  path: views.signUp.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
})

export const signUpConfirmRoute = createRoute({
  path: views.signUpConfirm.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./sign-up-confirm-page.tsx'), 'SignUpConfirmPage'),
})

export const setupRoute = createRoute({
  path: views.setup.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./setup-page.tsx'), 'SetupPage'),
})
