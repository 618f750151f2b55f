import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import type { DeliveryState } from './delivery-state.ts'
import { deliveryStates } from './delivery-state.ts'

export const webhooksRoute = createRoute({
  path: 'webhooks',
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

export const webhookRoute = createRoute({
  path: 'webhooks/$webhookId',
  getParentRoute: () => settingsRoute,
  validateSearch: ({ state }: Record<string, unknown>): { state?: DeliveryState } => {
    const known = deliveryStates.find((one) => one === state)
    return known ? { state: known } : {}
  },
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
})
