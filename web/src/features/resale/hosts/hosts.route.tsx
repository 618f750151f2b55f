import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../shell/shell.route.tsx'
import { views } from '../../../shell/views.ts'

export const hostsRoute = createRoute({
  path: views.hosts.path,
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import('./hosts-page.tsx'), 'HostsPage'),
})
