// The sensor values of a demo device. Some things go wrong now and then, so that there is something to see: a reefer
// warms up, diesel is stolen at night, a lorry brakes hard, an SOS button is pressed.

import type { Location } from '@rastro/protocols'
import type { DemoDevice, Moment } from './device.ts'

const HOUR_S = 3_600
const FULL_PCT = 94
const USED_PCT = 74
const STOLEN_PCT = 24
const DOOR_OPEN_S = 45 * 60
const WARMING_C = 11
const PRESSED_AFTER_S = 2_400

export function sensorsAt(device: DemoDevice, moment: Moment, atMs: number): Partial<Location> {
  const { has } = device
  const atS = atMs / 1_000
  const measured: Partial<Location> = {}
  if (has.engine) {
    const isOn = moment.isMoving || moment.leg.isShort === true
    measured.ignition = isOn
    measured.moving = moment.isMoving
    measured.powerV = isOn ? has.engine.volts * 1.16 : has.engine.volts * 1.03
    measured.mileageKm = Math.round(has.engine.mileageKm + moment.drivenM / 1_000)
  }
  if (has.batteryHours) {
    const part = ((atS + device.offsetS * 997) % (has.batteryHours * HOUR_S)) / (has.batteryHours * HOUR_S)
    measured.batteryPct = Math.round(98 - 76 * part)
  }
  if (has.tankKm) measured.fuelPct = Math.round(fuelAt(device, has.tankKm, moment) * 10) / 10
  if (has.coldC !== undefined) {
    const celsius = coldAt(device, has.coldC, moment, atS)
    measured.temperatureC = Math.round(celsius * 10) / 10
    // By the door, where it is warmer and warms up faster.
    measured.temperature2C = Math.round((celsius + 1.2 + 0.15 * (celsius - has.coldC)) * 10) / 10
  }
  const harsh = harshAt(device, moment, atS)
  if (harsh) measured.alarms = [harsh]
  if (isPressed(device, moment, atS)) measured.alarms = ['sos']
  return measured
}

/** Fuel is stolen three hours into a long rest; in the morning the driver refills. */
function fuelAt({ has }: DemoDevice, tankKm: number, { leg, isMoving, inLegS, drivenM }: Moment): number {
  const used = ((drivenM / 1_000) % tankKm) / tankKm
  const isNight = !isMoving && leg.forS > 6 * HOUR_S
  const isStolen = has.isRobbed && isNight && inLegS > 3 * HOUR_S
  return Math.max(4, FULL_PCT - USED_PCT * used - (isStolen ? STOLEN_PCT : 0))
}

/** On some journeys the door stays open for too long. */
function coldAt(device: DemoDevice, coldC: number, moment: Moment, atS: number): number {
  const breath = 0.9 * Math.sin(atS / 1_700 + device.offsetS)
  const openS = moment.inLegS - HOUR_S
  const isOpen = moment.isMoving && openS > 0 && openS < DOOR_OPEN_S && isChosen(device, moment, atS, 5)
  return coldC + breath + (isOpen ? WARMING_C * Math.sin((Math.PI * openS) / DOOR_OPEN_S) : 0)
}

const HARSH = ['harshBraking', 'harshCornering', 'harshAcceleration', 'harshBraking'] as const
/** Faster than vessels, which do not corner. */
const HARSH_FROM_KMH = 50
/** One of so many reports. */
const HARSH_EVERY = { hasty: 37, calm: 331 }

/** Of trackers that report it. */
function harshAt(device: DemoDevice, moment: Moment, atS: number): (typeof HARSH)[number] | undefined {
  const isFast = moment.speedKmh > HARSH_FROM_KMH
  if (!isFast || !device.protocol.startsWith('teltonika') || !isOnGrid(device, moment, atS)) return undefined
  const slot = Math.floor(atS / device.everyS.moving.past)
  const every = device.isHasty ? HARSH_EVERY.hasty : HARSH_EVERY.calm
  return (slot + device.offsetS) % every === 0 ? HARSH[slot % HARSH.length] : undefined
}

/** At an instant of the coarse grid: what happens at others is missing in the past. */
function isOnGrid({ everyS, offsetS }: DemoDevice, { isMoving }: Moment, atS: number): boolean {
  return isMoving && (atS - offsetS) % everyS.moving.past === 0
}

function isPressed(device: DemoDevice, moment: Moment, atS: number): boolean {
  if (!device.isCalling || !isOnGrid(device, moment, atS)) return false
  const slotS = device.everyS.moving.past
  const sinceS = moment.inLegS - PRESSED_AFTER_S
  return sinceS >= 0 && sinceS < slotS && isChosen(device, moment, atS, 60)
}

/** One leg out of so many, chosen by when it began. */
function isChosen({ offsetS }: DemoDevice, { inLegS }: Moment, atS: number, ofLegs: number): boolean {
  return (Math.floor((atS - inLegS) / HOUR_S) + offsetS) % ofLegs === 0
}
