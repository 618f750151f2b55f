// Pages for users who cannot sign in yet, or who follow a link from an e-mail. The secret of a link is in the hash,
// which browsers do not send to servers.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'

export const forgotRoute = createRoute({
  path: views.forgot.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./forgot-page.tsx'), 'ForgotPage'),
})

export const resetRoute = createRoute({
  path: views.reset.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./choose-password-page.tsx'), 'ResetPage'),
})

export const invitationRoute = createRoute({
  path: views.invitation.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./choose-password-page.tsx'), 'InvitationPage'),
})

export const emailRoute = createRoute({
  path: views.email.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./email-link-page.tsx'), 'ConfirmEmailPage'),
})

export const emailUndoRoute = createRoute({
  path: views.emailUndo.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./email-link-page.tsx'), 'UndoEmailPage'),
})

export const stopRecoveryRoute = createRoute({
  path: views.stopRecovery.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./stop-recovery-page.tsx'), 'StopRecoveryPage'),
})

export const supportRequestRoute = createRoute({
  path: views.supportRequest.path,
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('./support-request-page.tsx'), 'SupportRequestPage'),
})
