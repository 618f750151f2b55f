// Values before the position, by the word of the report: status, vehicle data, accessories, cells and hotspots.
import { keepFuelProbes } from '../fuel-probes.ts'
import { keepMileage, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { numberOf } from './points.ts'

const STATE = /^(?:11|12|16|1A|21|22|41|42)$/i
const MAC = /^[\dA-Fa-f]{12}$/
const MASK = /^[\dA-Fa-f]{8}$/
const VOLTS = /^\d\.\d{1,2}$/
/** A supply in millivolts; smaller numbers are something else. */
const LEAST_MILLIVOLTS = 1_000
const MAX_ITEMS = 32

export function keepValues(location: Location, word: string, head: string[]): void {
  if (hasOwnLayout(word)) byWord[word]!(location, head)
}

/** Reports without supply, report type and number before the position. */
export function hasOwnLayout(word: string): boolean {
  return Object.hasOwn(byWord, word)
}

const byWord: Readonly<Record<string, (location: Location, head: string[]) => void>> = {
  INF: keepInformation,
  CAN: keepVehicleData,
  BAA: keepAccessory,
  BID: keepAccessory,
  GSM: keepCells,
  WIF: keepHotspots,
  VER: keepVersions,
  CTN: keepBatteryBeforePosition,
  DAR: ({ attributes }, head) => {
    const type = numberOf(head[1] ?? '')
    if (type !== undefined) attributes.warningType = type
  },
  DAT: ({ attributes }, head) => {
    const data = head.slice(1).findLast((field) => field.length > 1)
    if (data) attributes.data = data
  },
  DTT: ({ attributes }, head) => {
    const data = head.at(-1)!
    if (!/^(?:[\dA-Fa-f]{2})+$/.test(data)) return
    attributes.data = Buffer.from(data, 'hex').toString('latin1').trim()
    keepFuelProbes(attributes, attributes.data)
  },
}

/** State, ICCID, signal, error rate, supply state, supply, second supply, and battery. */
function keepInformation(location: Location, head: string[]): void {
  const stateAt = head.findIndex((field, index) => index > 0 && index < 4 && STATE.test(field))
  if (stateAt < 0) return
  const [iccid, signal, , , supply, secondSupply, battery] = head.slice(stateAt + 1)
  if (iccid && /^\d{18,20}[\dA-Fa-f]?$/.test(iccid)) location.attributes.iccid = iccid
  const level = numberOf(signal ?? '')
  if (level !== undefined && level <= 99) location.attributes.gsmSignal = level
  const powerV = voltsOf(supply)
  if (powerV !== undefined) location.powerV = powerV
  const power2V = voltsOf(secondSupply)
  if (power2V !== undefined) location.attributes.power2V = power2V
  if (battery && VOLTS.test(battery)) location.batteryV = Number(battery)
}

function voltsOf(field = ''): number | undefined {
  const millivolts = numberOf(field)
  return millivolts !== undefined && Number.isInteger(millivolts) && millivolts >= LEAST_MILLIVOLTS
    ? millivolts / 1000
    : undefined
}

/** Each bit of the mask stands for a field after it. */
function keepVehicleData(location: Location, head: string[]): void {
  const maskAt = head.findIndex((field, index) => index > 0 && index < 6 && MASK.test(field))
  if (maskAt < 0) return
  const mask = Number.parseInt(head[maskAt]!, 16)
  let at = maskAt + 1
  for (let bit = 0; bit <= LAST_VEHICLE_BIT; bit++) {
    if (!((mask >>> bit) & 1)) continue
    const field = head[at++]
    if (field) keepVehicleField(location, bit, field)
  }
}

const LAST_VEHICLE_BIT = 13

function keepVehicleField(location: Location, bit: number, field: string): void {
  const { attributes } = location
  const number = numberOf(field)
  if (bit === 0) attributes.vin = field
  else if (bit === 2) keepVehicleMileage(location, field)
  else if (bit === 8) keepFuel(location, field)
  else if (number === undefined) return
  // 0 is off, 1 on, 2 running.
  else if (bit === 1) location.ignition = number > 0
  else if (bit === 4) location.rpm = number
  else {
    const name = vehicleAttributes[bit]
    if (name) attributes[name] = number
  }
}

const vehicleAttributes: Readonly<Record<number, string>> = {
  3: 'fuelUsedL',
  5: 'vehicleSpeedKmh',
  6: 'coolantC',
  9: 'rangeKm',
  10: 'throttlePct',
  11: 'engineHours',
  12: 'drivingHours',
  13: 'idleHours',
}

/** H marks hectometres. */
function keepVehicleMileage(location: Location, field: string): void {
  const distance = numberOf(field.replace(/^[HI]/, ''))
  if (distance !== undefined)
    keepMileage(location, field.startsWith('H') ? roundTo(distance / 10, 1) : distance)
}

function keepFuel(location: Location, field: string): void {
  const level = numberOf(field.slice(1))
  if (level === undefined) return
  if (field.startsWith('P') && level <= 100) location.fuelPct = level
  else if (field.startsWith('L')) location.fuelL = level
}

/** The address of the accessory, and its battery in millivolts. */
function keepAccessory({ attributes }: Location, head: string[]): void {
  const at = head.findIndex((field) => MAC.test(field))
  if (at < 0) return
  attributes.accessory = head[at]!
  const millivolts = numberOf(head[at + 1] ?? '')
  if (millivolts !== undefined && millivolts >= LEAST_MILLIVOLTS) attributes.accessoryV = millivolts / 1000
}

/** Groups of country, network, area, cell, signal and an empty field. */
function keepCells({ attributes }: Location, head: string[]): void {
  const cells: string[] = []
  for (let at = 1; at + 5 < head.length && cells.length < MAX_ITEMS; at += 6) {
    const [mcc, mnc, lac, cell, signal] = head.slice(at, at + 5)
    if (!mcc || !lac || !cell) continue
    const area = [Number(mcc), Number(mnc), Number.parseInt(lac, 16), Number.parseInt(cell, 16), signal]
    cells.push(area.join())
  }
  if (cells.length > 0) attributes.cells = cells.join(';')
}

/** Groups of address, signal and three empty fields; the battery is last. */
function keepHotspots(location: Location, head: string[]): void {
  const hotspots: string[] = []
  for (let at = 2; at + 1 < head.length && hotspots.length < MAX_ITEMS; at += 5) {
    if (MAC.test(head[at]!)) hotspots.push(`${head[at]},${head[at + 1]}`)
  }
  if (hotspots.length > 0) location.attributes.wifi = hotspots.join(';')
  keepPercent(location, head.at(-1)!)
}

function keepVersions({ attributes }: Location, head: string[]): void {
  const [, type, firmware, hardware] = head
  if (type) attributes.deviceType = type
  if (firmware) attributes.firmware = firmware
  if (hardware) attributes.hardware = hardware
}

function keepBatteryBeforePosition(location: Location, head: string[]): void {
  keepPercent(location, head.at(-1)!)
}

function keepPercent(location: Location, field: string): void {
  const percent = numberOf(field)
  if (percent !== undefined && Number.isInteger(percent) && percent >= 0 && percent <= 100)
    location.batteryPct = percent
}
