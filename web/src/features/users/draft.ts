// A user in the form, and its request body.

import type { User } from '@rastro/client'
import { privileges } from '@rastro/client/constants'

export const roles = ['administrator', 'standard'] as const
/** Webhooks need access to the whole account: a user who has this privilege keeps it, but the form does not offer it. */
const unoffered: readonly User['privileges'][number][] = ['webhooks.manage']
export const offeredPrivileges = privileges.filter((one) => !unoffered.includes(one))

/** The API's `adminDevices` stands for these; the form uses privileges only. */
const deviceRights = ['devices.edit', 'devices.limits'] as const

/** The scope of a standard user. */
export type DeviceScope = 'groups' | 'device' | 'none'

export interface Draft {
  name: string
  email: string
  userName: string
  country: string
  timeZone: string
  description: string
  message: string
  role: User['role']
  privileges: User['privileges']
  scope: DeviceScope
  groupIds: string[]
  deviceId: string | null
  disabled: boolean
  disabledMessage: string
  from: string | null
  expiresAt: string | null
  tags: [string, string][]
  /** Empty: unchanged. */
  password: string
}

export function newDraft(region: { country: string; timeZone: string }): Draft {
  return {
    ...region,
    name: '',
    email: '',
    userName: '',
    description: '',
    message: '',
    role: 'standard',
    privileges: [],
    scope: 'groups',
    groupIds: [],
    deviceId: null,
    disabled: false,
    disabledMessage: '',
    from: null,
    expiresAt: null,
    tags: [],
    password: '',
  }
}

export function draftOf(user: User): Draft {
  return {
    name: user.name,
    email: user.email,
    userName: user.userName,
    country: user.country,
    timeZone: user.timeZone,
    description: user.description ?? '',
    message: user.message ?? '',
    role: user.role,
    privileges: [...new Set([...user.privileges, ...(user.adminDevices ? deviceRights : [])])],
    scope: user.groupIds.length > 0 ? 'groups' : user.deviceId ? 'device' : 'none',
    groupIds: user.groupIds,
    deviceId: user.deviceId,
    disabled: user.disabled,
    disabledMessage: user.disabledMessage ?? '',
    from: user.from,
    expiresAt: user.expiresAt,
    tags: Object.entries(user.tags),
    password: '',
  }
}

/** Owner and administrators may do everything: separate grants have no meaning and are removed. */
export function toBody(draft: Draft) {
  const isStandard = draft.role === 'standard'
  const { name, email, userName, country, timeZone, role, disabled, from, expiresAt, password } = draft
  return {
    name: name.trim(),
    email: email.trim(),
    ...(userName.trim() !== '' && { userName: userName.trim() }),
    country,
    timeZone,
    description: draft.description.trim() || null,
    message: draft.message.trim() || null,
    role,
    privileges: isStandard ? draft.privileges : [],
    adminDevices: false,
    groupIds: isStandard && draft.scope === 'groups' ? draft.groupIds : [],
    deviceId: isStandard && draft.scope === 'device' ? draft.deviceId : null,
    disabled,
    disabledMessage: disabled ? draft.disabledMessage.trim() || null : null,
    from,
    expiresAt,
    tags: Object.fromEntries(draft.tags.filter(([tag]) => tag.trim() !== '')),
    ...(password !== '' && { password }),
  }
}

/** A merge patch keeps what it does not name, so removed tags are sent as null. */
export function toPatch(draft: Draft, user: Pick<User, 'tags'>) {
  const body = toBody(draft)
  const gone = Object.keys(user.tags).map((tag) => [tag, null])
  return { ...body, tags: { ...Object.fromEntries(gone), ...body.tags } as Record<string, string | null> }
}
