// One action on many devices as patches, and the patches that take it back.

import type { CallOptions, Device } from '@rastro/client'

export type Change = NonNullable<CallOptions<'/api/devices/bulk', 'post'>['body']['update']>[number]

export type BulkChange =
  | { type: 'addGroup'; groupId: string }
  | { type: 'removeGroup'; groupId: string }
  /** A limit that is undefined stays; null: no limit. */
  | { type: 'limits'; dailyEmailLimit?: number | null; dailySmsLimit?: number | null }
  /** null: never. */
  | { type: 'expiry'; date: string | null }

export interface Changes {
  changes: Change[]
  undo: Change[]
}

/** Only devices that the action changes. */
export function changesOf(action: BulkChange, devices: Pick<Device, 'id' | 'groups' | 'limits'>[]): Changes {
  const pairs = devices.flatMap((device) => {
    const after = patchOf(action, device)
    return after ? [{ change: { id: device.id, patch: after }, undo: undoOf(action, device) }] : []
  })
  return { changes: pairs.map(({ change }) => change), undo: pairs.map(({ undo }) => undo) }
}

function patchOf(action: BulkChange, { groups, limits }: Pick<Device, 'groups' | 'limits'>) {
  switch (action.type) {
    case 'addGroup':
      return groups.includes(action.groupId) ? undefined : { groups: [...groups, action.groupId] }
    case 'removeGroup':
      return groups.includes(action.groupId)
        ? { groups: groups.filter((id) => id !== action.groupId) }
        : undefined
    case 'expiry':
      if (action.date === null) return limits.expires ? { limits: { expires: false } } : undefined
      return limits.expires && limits.expirationDate === action.date
        ? undefined
        : { limits: { expires: true, expirationDate: action.date } }
    case 'limits': {
      const { dailyEmailLimit = limits.dailyEmailLimit, dailySmsLimit = limits.dailySmsLimit } = action
      const isSame = dailyEmailLimit === limits.dailyEmailLimit && dailySmsLimit === limits.dailySmsLimit
      return isSame ? undefined : { limits: { dailyEmailLimit, dailySmsLimit } }
    }
  }
}

function undoOf(
  action: BulkChange,
  { id, groups, limits }: Pick<Device, 'id' | 'groups' | 'limits'>,
): Change {
  const isOfGroups = action.type === 'addGroup' || action.type === 'removeGroup'
  return { id, patch: isOfGroups ? { groups } : { limits } }
}

/** The server accepts this many at once. */
const maxPerCall = 100

export function chunksOf<T>(items: T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / maxPerCall) }, (_, index) =>
    items.slice(index * maxPerCall, (index + 1) * maxPerCall),
  )
}
