import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'

export const driversRoute = createRoute({
  path: views.drivers.path,
  getParentRoute: () => shellRoute,
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    typeof q === 'string' && q !== '' ? { q } : {},
  component: lazyRouteComponent(() => import('./drivers-page.tsx'), 'DriversPage'),
})

export const driverRoute = createRoute({
  path: views.driver.path,
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import('./driver-page.tsx'), 'DriverPage'),
})
