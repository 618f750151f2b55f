import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../shell/settings.route.tsx'
import { inSettings, views } from '../../shell/views.ts'

export const thisDeviceRoute = createRoute({
  path: inSettings(views['this-device'].path),
  getParentRoute: () => settingsRoute,
  component: lazyRouteComponent(() => import('./this-device-page.tsx'), 'ThisDevicePage'),
})
