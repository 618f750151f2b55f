import type { Order } from './table/columns.ts'
import { orders } from './table/columns.ts'

/** What the table filters by: as in its column, an expired device is neither offline nor never seen. */
export const stateFilters = ['active', 'offline', 'never', 'expired'] as const
export type StateFilter = (typeof stateFilters)[number]

export interface DevicesSearch {
  q?: string
  state?: StateFilter
  group?: string
  sort?: Order
}

export function parseDevicesSearch({ q, state, group, sort }: Record<string, unknown>): DevicesSearch {
  const order = orders.find((one) => one === sort)
  const wanted = stateFilters.find((one) => one === state)
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(wanted && { state: wanted }),
    ...(typeof group === 'string' && group !== '' && { group }),
    ...(order && { sort: order }),
  }
}

export const deviceTabs = [
  'details',
  'trips',
  'maintenance',
  'fuel',
  'limits',
  'notifications',
  'commands',
  'activity',
] as const
export type DeviceTab = (typeof deviceTabs)[number]

export interface DeviceSearch {
  tab?: DeviceTab
}
