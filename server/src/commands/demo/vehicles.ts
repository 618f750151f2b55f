// What the demo devices are fitted to, and who drives them: always the same for the same device.

import type { DeviceDocument } from '../../features/devices/device.types.ts'

type Vehicle = Pick<DeviceDocument, 'vehicleType' | 'licensePlate' | 'driverName' | 'driverPhone'>

const types: Record<string, NonNullable<Vehicle['vehicleType']>> = {
  'Iberian haulage': 'truck',
  'Night freight': 'truck',
  Refrigerated: 'truck',
  'Morocco line': 'truck',
  'City delivery': 'van',
  'South America': 'truck',
  'City delivery South America': 'van',
  Ferries: 'ship',
  Ocean: 'ship',
  'Fishing fleet': 'boat',
  'Mountain rescue': 'car',
  Expeditions: 'person',
}
export const driverNames = [
  'Ana Gil',
  'João Matos',
  'Youssef Amrani',
  'Lucía Prieto',
  'Bruno Costa',
  'Marta Solé',
  'Diego Rojas',
  'Inês Faria',
]
const plateLetters = 'BCDFGHJKLMNPRSTVWXYZ'

export function vehicleOf(group: string, index: number): Vehicle {
  const vehicleType = types[group] ?? 'other'
  if (!['truck', 'van', 'car'].includes(vehicleType)) return { vehicleType }
  const letter = (step: number) => plateLetters[(index * step + step) % plateLetters.length]
  return {
    vehicleType,
    licensePlate: `${String(1_000 + ((index * 7_919) % 9_000))} ${letter(3)}${letter(7)}${letter(11)}`,
    driverName: driverNames[index % driverNames.length]!,
    driverPhone: `+34 600 000 ${String(index % 1_000).padStart(3, '0')}`,
  }
}
