import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import type { GeofencesSearch, Tool } from './geofences-search.ts'
import { tools } from './geofences-search.ts'

export const geofencesRoute = createRoute({
  path: views.geofences.path,
  getParentRoute: () => shellRoute,
  validateSearch: (search: Record<string, unknown>): GeofencesSearch => ({
    ...(typeof search.q === 'string' && search.q !== '' && { q: search.q }),
    ...(typeof search.tag === 'string' && search.tag !== '' && { tag: search.tag }),
    ...(search.import === true && { import: true }),
  }),
  component: lazyRouteComponent(() => import('./geofences-page.tsx'), 'GeofencesPage'),
})

export const newGeofenceRoute = createRoute({
  path: views.newGeofence.path,
  getParentRoute: () => shellRoute,
  validateSearch: (search: Record<string, unknown>): { shape?: Tool } => {
    const shape = tools.find((one) => one === search.shape)
    return { ...(shape && { shape }) }
  },
  component: lazyRouteComponent(() => import('./new-geofence-page.tsx'), 'NewGeofencePage'),
})

export const geofenceRoute = createRoute({
  path: views.geofence.path,
  getParentRoute: () => shellRoute,
  validateSearch: (search: Record<string, unknown>): { edit?: true } => ({
    ...(search.edit === true && { edit: true }),
  }),
  component: lazyRouteComponent(() => import('./geofence-page.tsx'), 'GeofencePage'),
})
