// What a device is fitted to, as an icon. Drawn inline, so that it needs no file and takes the colour of its text.

import type { Icon } from '@tabler/icons-react'
import {
  IconBackhoe,
  IconBike,
  IconBus,
  IconCar,
  IconCaravan,
  IconContainer,
  IconMapPin,
  IconMotorbike,
  IconPackage,
  IconPaw,
  IconPlane,
  IconShip,
  IconSpeedboat,
  IconTruck,
  IconTruckDelivery,
  IconWalk,
} from '@tabler/icons-react'

import type { VehicleType } from '../live/fleet.types.ts'

const icons: Record<VehicleType, Icon> = {
  car: IconCar,
  van: IconTruckDelivery,
  truck: IconTruck,
  trailer: IconCaravan,
  bus: IconBus,
  motorcycle: IconMotorbike,
  bicycle: IconBike,
  person: IconWalk,
  animal: IconPaw,
  boat: IconSpeedboat,
  ship: IconShip,
  aircraft: IconPlane,
  machine: IconBackhoe,
  container: IconContainer,
  other: IconPackage,
}

/** Decorative: the type is in the text beside it, or in the details. */
export function VehicleIcon({ type, size = 20 }: { type: VehicleType | null; size?: number }) {
  const Shown = type === null ? IconMapPin : icons[type]
  return <Shown size={size} stroke={1.6} aria-hidden />
}
