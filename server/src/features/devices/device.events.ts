// Event types of devices.

export const deviceExpired = 'device.expired'
export const deviceReactivated = 'device.reactivated'
