import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import type { DeviceSearch } from './devices-search.ts'
import { deviceTabs, parseDevicesSearch } from './devices-search.ts'

export const devicesRoute = createRoute({
  path: views.devices.path,
  getParentRoute: () => shellRoute,
  validateSearch: parseDevicesSearch,
  component: lazyRouteComponent(() => import('./devices-page.tsx'), 'DevicesPage'),
})

export const deviceRoute = createRoute({
  path: views.device.path,
  getParentRoute: () => shellRoute,
  validateSearch: ({ tab }: Record<string, unknown>): DeviceSearch => {
    const known = deviceTabs.find((one) => one === tab)
    return known ? { tab: known } : {}
  },
  component: lazyRouteComponent(() => import('./device-page.tsx'), 'DevicePage'),
})
