// A user as the form has him, and what of it is sent.

import type { User } from '@rastro/client'

export const roles = ['administrator', 'standard'] as const
export const privileges = [
  'devices.edit',
  'devices.limits',
  'commands.send',
  'alerts.manage',
  'geofences.manage',
  'users.manage',
  'reports.read',
  'webhooks.manage',
  'audit.read',
] as const satisfies User['privileges']

/** What the API's `adminDevices` is short for; the form knows only privileges. */
const deviceRights = ['devices.edit', 'devices.limits'] as const

/** What a standard user sees. */
export type DeviceScope = 'group' | 'device' | 'none'

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
  group: string | null
  deviceId: string | null
  disabled: boolean
  disabledMessage: string
  from: string | null
  expires: string | null
  tags: [string, string][]
  /** Empty: as it was. */
  password: string
}

export function newDraft(places: { country: string; timeZone: string }): Draft {
  return {
    ...places,
    name: '',
    email: '',
    userName: '',
    description: '',
    message: '',
    role: 'standard',
    privileges: [],
    scope: 'group',
    group: null,
    deviceId: null,
    disabled: false,
    disabledMessage: '',
    from: null,
    expires: null,
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
    scope: user.group ? 'group' : user.deviceId ? 'device' : 'none',
    group: user.group,
    deviceId: user.deviceId,
    disabled: user.disabled,
    disabledMessage: user.disabledMessage ?? '',
    from: user.from,
    expires: user.expires,
    tags: Object.entries(user.tags),
    password: '',
  }
}

/** Owner and administrators may do and see everything: what was granted apart means nothing and is taken back. */
export function toBody(draft: Draft) {
  const isStandard = draft.role === 'standard'
  const { name, email, userName, country, timeZone, role, disabled, from, expires, password } = draft
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
    group: isStandard && draft.scope === 'group' ? draft.group : null,
    deviceId: isStandard && draft.scope === 'device' ? draft.deviceId : null,
    disabled,
    disabledMessage: disabled ? draft.disabledMessage.trim() || null : null,
    from,
    expires,
    tags: Object.fromEntries(draft.tags.filter(([tag]) => tag.trim() !== '')),
    ...(password !== '' && { password }),
  }
}

/** In a merge patch what is not named stays: tags that were taken away have to be. */
export function toPatch(draft: Draft, user: Pick<User, 'tags'>) {
  const body = toBody(draft)
  const gone = Object.keys(user.tags).map((tag) => [tag, null])
  return { ...body, tags: { ...Object.fromEntries(gone), ...body.tags } as Record<string, string | null> }
}
