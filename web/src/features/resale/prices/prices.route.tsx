import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../shell/shell.route.tsx'
import { views } from '../../../shell/views.ts'

export const pricesRoute = createRoute({
  path: views.prices.path,
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import('./prices-page.tsx'), 'PricesPage'),
})
