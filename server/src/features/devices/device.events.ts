// News of this room. The id is the same however often it is told.

import { defineNews } from '../../platform/bus.ts'

export interface DeviceNews {
  id: string
  deviceId: string
  /** When the device's state changed. */
  at: string
}

export const deviceExpired = defineNews<DeviceNews>('device.expired')
export const deviceReactivated = defineNews<DeviceNews>('device.reactivated')
