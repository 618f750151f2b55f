// News of this room, as the log of events carries it.

export const deviceExpired = 'device.expired'
export const deviceReactivated = 'device.reactivated'
