import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../shell/shell.route.tsx'
import { views } from '../../../shell/views.ts'

export const brandRoute = createRoute({
  path: views.brand.path,
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import('./brand-page.tsx'), 'BrandPage'),
})
