// Fields that the form of a unit adds to its records. A unit may send its form with them, such as `%CI%SA%MV`.
import type { AlarmName } from '../alarm-names.ts'
import { roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

const KM_PER_MILE = 1.609344
const MAX_NAMES = 60
/** The form itself. */
const FORM = 'CI'

interface Field {
  /** On the wire in bytes; absent for text that ends with a zero. */
  bytes?: 1 | 2 | 4
  keep(location: Location, value: number | string): void
}

export function namesOf(form: string): string[] {
  return form
    .split('%')
    .filter((name) => name && name !== FORM)
    .slice(0, MAX_NAMES)
}

export function fieldOf(name: string): Field | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

const fields: Readonly<Record<string, Field>> = {
  SA: number(1, (location, value) => {
    location.satellites = value
  }),
  MV: number(2, (location, value) => {
    location.powerV = value / 10
  }),
  BV: number(2, (location, value) => {
    location.batteryV = value / 10
  }),
  AT: number(4, (location, value) => {
    location.altitudeM = value
  }),
  RP: number(2, (location, value) => {
    location.rpm = value
  }),
  FL: number(1, (location, value) => {
    if (value <= 100) location.fuelPct = value
  }),
  MT: number(1, (location, value) => {
    location.moving = value !== 0
  }),
  DT: number(1, ({ attributes }, value) => {
    if (value === 1) attributes.buffered = true
  }),
  CN: number(4, keepNetwork),
  EO: number(4, ({ attributes }, value) => {
    attributes.vehicleMileageKm = roundTo(value * KM_PER_MILE, 3)
  }),
  EH: number(4, ({ attributes }, value) => {
    attributes.engineHours = value / 10
  }),
  GQ: attribute(1, 'gsmSignal'),
  GS: attribute(1, 'gsmStatus'),
  CE: attribute(4, 'cellId'),
  LC: attribute(2, 'lac'),
  ET: attribute(2, 'coolantC'),
  TR: attribute(1, 'throttlePct'),
  HA: alarm('harshAcceleration'),
  HB: alarm('harshBraking'),
  HC: alarm('harshCornering'),
  VN: {
    keep({ attributes }, value) {
      if (value !== '') attributes.vin = value
    },
  },
}

function number(bytes: 1 | 2 | 4, keep: (location: Location, value: number) => void): Field {
  return {
    bytes,
    keep: (location, value) => {
      if (typeof value === 'number') keep(location, value)
    },
  }
}

function attribute(bytes: 1 | 2 | 4, name: string): Field {
  return number(bytes, ({ attributes }, value) => {
    attributes[name] = value
  })
}

function alarm(name: AlarmName): Field {
  return number(1, ({ alarms }, value) => {
    if (value > 0) alarms.push(name)
  })
}

/** 310260: country 310, network 260. Networks have two or three digits. */
function keepNetwork({ attributes }: Location, value: number): void {
  const digits = String(value)
  if (digits.length < 5 || digits.length > 6) return
  attributes.mcc = Number(digits.slice(0, 3))
  attributes.mnc = Number(digits.slice(3))
}
