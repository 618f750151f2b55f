// Where the expected values of Ruptela's examples are in the decoded result: its elements are numbered.
import type { Readings } from './compare-readings.ts'
import { vehicles } from './compare-vehicles.ts'
import type { Location } from './src/index.ts'

/** What we give names to, back in the units of the wire. */
const elements: Record<string, (location: Location) => unknown> = {
  2: ({ inputs }) => Number(inputs?.[0]),
  3: ({ inputs }) => Number(inputs?.[1]),
  4: ({ inputs }) => Number(inputs?.[2]),
  5: ({ inputs }) => Number(inputs?.[3]),
  27: ({ attributes }) => attributes.gsmSignal,
  29: ({ powerV }) => powerV! * 1000,
  30: ({ batteryV }) => batteryV! * 1000,
  32: ({ attributes }) => Number(attributes.boardC) & 0xff,
  34: ({ attributes }) => Number(BigInt(`0x${attributes.driverId ?? 0}`)),
  65: ({ mileageKm }) => mileageKm! * 1000,
  74: ({ temperatureC }) => (temperatureC! * 10) & 0xffff,
  78: ({ temperature2C }) => (temperature2C! * 10) & 0xffff,
  170: ({ attributes }) => Number(attributes.charging),
  173: ({ moving }) => Number(moving),
  207: ({ fuelPct }) => Math.round(fuelPct! / 0.4),
  251: ({ ignition }) => Number(ignition),
  409: ({ ignition }) => Number(ignition),
  645: ({ attributes }) => attributes.vehicleMileageKm,
}

function elementsOf(location: Location, wanted: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.keys(wanted).map((id) => {
      const raw = location.attributes[`io${id}`] ?? elements[id]?.(location)
      return [id, typeof raw === 'string' ? Number(raw) : raw]
    }),
  )
}

export const numbered: Readings = {
  ...vehicles,
  wireOnly: [
    ...vehicles.wireOnly,
    'command',
    'recordsLeft',
    'payload',
    'recordExtension',
    'timestampExtension',
  ],
  fixValues: {
    ...vehicles.fixValues,
    io: (location, fix) => elementsOf(location, fix.io as Record<string, unknown>),
    // 255 is not a number of satellites.
    satellites: ({ satellites }, fix) => satellites ?? (fix.satellites === 255 ? 255 : undefined),
  },
}
