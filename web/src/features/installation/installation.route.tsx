import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'

export const installationRoute = createRoute({
  path: views.installation.path,
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import('./installation-page.tsx'), 'InstallationPage'),
})
