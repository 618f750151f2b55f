/** The editable fields of a device. `null` and absent both mean not set. */
export interface DeviceDocument {
  name: string
  description?: string | null
  identifier?: string | null
  phoneNumber?: string | null
  model?: string | null
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

export interface DeviceFilter {
  search?: string
  tag?: string
  groupId?: string
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
