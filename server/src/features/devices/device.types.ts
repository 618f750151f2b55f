/** What the device is fitted to. Decides the icon. */
export const vehicleTypes = [
  'car',
  'van',
  'truck',
  'trailer',
  'bus',
  'motorcycle',
  'bicycle',
  'person',
  'animal',
  'boat',
  'ship',
  'aircraft',
  'machine',
  'container',
  'other',
] as const

/** The editable fields of a device. `null` and absent both mean not set. */
export interface DeviceDocument {
  name: string
  description?: string | null
  identifier?: string | null
  phoneNumber?: string | null
  model?: string | null
  vehicleType?: (typeof vehicleTypes)[number] | null
  licensePlate?: string | null
  driverName?: string | null
  driverPhone?: string | null
  protocol?: string | null
  /** Expected reporting interval. */
  reportsEverySeconds?: number | null
  tags?: Record<string, string>
  /** If absent, the groups stay unchanged. */
  groups?: string[]
  /** If absent, the limits stay unchanged. */
  limits?: DeviceLimits
}

export interface DeviceLimits {
  expires: boolean
  expirationDate?: string | null
  dailyEmailLimit?: number | null
  dailySmsLimit?: number | null
}

export const noLimits: DeviceLimits = {
  expires: false,
  expirationDate: null,
  dailyEmailLimit: null,
  dailySmsLimit: null,
}

/** Seen within the last ten minutes, seen before, or never. */
export const presences = ['online', 'offline', 'never'] as const
export type Presence = (typeof presences)[number]

export interface DeviceFilter {
  search?: string
  tag?: string
  groupId?: string
  state?: 'active' | 'expired'
  presence?: Presence
  updatedSince?: string
}

/** A minus sign: descending. Never seen devices come before all others in the order of `lastSeenAt`. */
export const deviceOrders = ['name', '-name', 'createdAt', '-createdAt', 'lastSeenAt', '-lastSeenAt'] as const
export type DeviceOrder = (typeof deviceOrders)[number]

export interface StoredDevice extends Required<Omit<DeviceDocument, 'limits'>> {
  id: string
  number: number
  version: number
  limits: Required<DeviceLimits>
  expiresAt: Date | null
}
