/** What may be set on a device. `null` and absent are the same: not set. */
export interface DeviceDocument {
  name: string
  description?: string | null
  identifier?: string | null
  phoneNumber?: string | null
  model?: string | null
  protocol?: string | null
  /** How often the tracker is to report. */
  reportsEverySeconds?: number | null
  tags?: Record<string, string>
  /** Absent: the groups stay as they are. */
  groups?: string[]
  /** Absent: the limits stay as they are. */
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

export interface DeviceFilter {
  search?: string
  tag?: string
  group?: string
  state?: 'active' | 'expired'
  updatedSince?: string
}

export interface StoredDevice extends Required<Omit<DeviceDocument, 'limits'>> {
  id: string
  number: number
  version: number
  limits: Required<DeviceLimits>
  expiresAt: Date | null
}
