import type { Privilege, Role } from '../../platform/http/caller.ts'

/** The editable fields of a user. `null` and absent both mean not set. */
export interface UserDocument {
  userName?: string
  name: string
  email: string
  country: string
  timeZone: string
  description?: string | null
  message?: string | null
  disabled?: boolean
  disabledMessage?: string | null
  tags?: Record<string, string>
  role?: Role
  privileges?: Privilege[]
  groupIds?: string[]
  deviceId?: string | null
  adminDevices?: boolean
  from?: string | null
  expiresAt?: string | null
  /** Write only. */
  password?: string
  /** Write only: a new password by someone else keeps the API keys of the user. */
  keepApiKeys?: boolean
}

export interface StoredUser extends Required<Omit<UserDocument, 'password' | 'keepApiKeys'>> {
  id: string
  version: number
  emailVerified: boolean
}

/** The users visible to a caller: all, those with the same scope or a part of it, or only itself. */
export type UserScope =
  | { kind: 'all' }
  | { kind: 'groups'; groupIds: readonly string[]; selfId: string }
  | { kind: 'device'; deviceNumber: number; selfId: string }
  | { kind: 'self'; selfId: string }
