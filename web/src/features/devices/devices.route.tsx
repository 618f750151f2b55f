import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import type { DeviceSearch, DevicesSearch } from './devices-search.ts'
import { deviceTabs } from './devices-search.ts'

export const devicesRoute = createRoute({
  path: views.devices.path,
  getParentRoute: () => shellRoute,
  validateSearch: ({ q, state, group }: Record<string, unknown>): DevicesSearch => ({
    ...(typeof q === 'string' && q !== '' && { q }),
    ...((state === 'active' || state === 'expired') && { state }),
    ...(typeof group === 'string' && group !== '' && { group }),
  }),
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
