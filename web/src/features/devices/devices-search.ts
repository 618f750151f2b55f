export interface DevicesSearch {
  q?: string
  state?: 'active' | 'expired'
  group?: string
}

export const deviceTabs = ['details', 'limits', 'notifications', 'commands', 'activity'] as const
export type DeviceTab = (typeof deviceTabs)[number]

export interface DeviceSearch {
  tab?: DeviceTab
}
