import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'
import type { DeliveryState } from './delivery-state.ts'
import { deliveryStates } from './delivery-state.ts'

export const webhooksRoute = createRoute({
  path: inSettings(views.webhooks.path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

export const webhookRoute = createRoute({
  path: inSettings(views.webhook.path),
  getParentRoute: () => settingsRoute,
  validateSearch: ({ state }: Record<string, unknown>): { state?: DeliveryState } => {
    const known = deliveryStates.find((one) => one === state)
    return known ? { state: known } : {}
  },
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
})
