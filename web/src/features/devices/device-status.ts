import type { Device } from '@rastro/client'

export type DeviceStatus = 'expired' | 'never' | 'online' | 'offline'

/** What a dispatcher wants to know first. A device that never reported is not "active". */
export function statusOf({
  state,
  lastSeenAt,
  online,
}: Pick<Device, 'state' | 'lastSeenAt' | 'online'>): DeviceStatus {
  if (state === 'expired') return 'expired'
  if (lastSeenAt === null) return 'never'
  return online ? 'online' : 'offline'
}

export const statusColors = { expired: 'yellow', never: 'gray', online: 'green', offline: 'gray' } as const
