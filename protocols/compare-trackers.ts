// Where the expected values of examples of Eview, Eelink, Topflytech and Xexun are in the decoded result.
import type { Readings } from './compare-readings.ts'
import { vehicles } from './compare-vehicles.ts'
import type { Location } from './src/index.ts'

/** The first cell. */
const cellValues = Object.fromEntries(
  ['mcc', 'mnc', 'lac', 'cellId'].map((name, index) => [
    name,
    ({ attributes }: Location) => Number(String(attributes.cells).split(';')[0]!.split(',')[index]),
  ]),
)

export const trackers: Readings = {
  ...vehicles,
  wireOnly: [
    ...vehicles.wireOnly,
    'command',
    'keys',
    'flags',
    'packages',
    'status',
    'rest',
    'rxlev',
    'header',
    'type',
    'index',
    'payload',
    'intervalOn',
    'intervalOff',
    'record',
  ],
  fixValues: {
    ...vehicles.fixValues,
    moving: ({ moving }) => moving,
    charging: ({ attributes }) => attributes.charging ?? false,
    buffered: ({ attributes }) => attributes.buffered ?? false,
    alarmBits: ({ attributes }) => hexOf(attributes.alarmBits, 8),
    alarmTime: (_location, fix) => fix.alarmTime,
    tag: ({ attributes }) => attributes.beacon1,
    beacons: beaconsOf,
    ...cellValues,
    mileageM: ({ mileageKm }, fix) => (fix.mileageM === 0 ? 0 : mileageKm! * 1000),
    alarmCode: ({ attributes }) => attributes.alarmCode ?? 0,
    adc: ({ attributes }, fix) =>
      (fix.adc as number[]).map((_, index) => voltsOf(attributes[`analog${index + 1}`])),
    outputs: ({ attributes }) => attributes.outputBits ?? 0,
    deviceTemperature: ({ attributes }) => attributes.boardC,
    adc0: ({ attributes }) => attributes.analog1,
    adc1: ({ attributes }, fix) => ('adc0' in fix ? attributes.analog2 : attributes.analog1),
    adc2: ({ attributes }) => attributes.analog2,
    // Zero without a sensor.
    temperatureC: ({ temperatureC }) => temperatureC ?? 0,
    humidityPct: ({ humidityPct }) => humidityPct ?? 0,
    illuminance: ({ attributes }, fix) => nearly(attributes.lightLux ?? 0, fix.illuminance),
    co2: ({ attributes }) => attributes.co2Ppm ?? 0,
    steps: ({ attributes }) => attributes.steps ?? 0,
    wifi: ({ attributes }, fix) => hotspotsOf(attributes.wifi, fix.wifi),
    cells: ({ attributes }) => cellsOf(attributes.cells),
    gsm: ({ attributes }, fix) => attributes.gsmSignal ?? (fix.gsm === 0 ? 0 : undefined),
    network: ({ attributes }, fix) => ((attributes.cells ?? attributes.wifi) ? fix.network : undefined),
  },
}

function voltsOf(volts: unknown): number {
  return volts === undefined ? 0xffff : Math.round(Number(volts) * 100)
}

function nearly(found: unknown, wanted: unknown): unknown {
  return Math.abs(Number(found) - Number(wanted)) <= 0.5 ? wanted : found
}

/** The signal is a signed byte, which some examples show without its sign. */
function hotspotsOf(found: unknown, wanted: unknown): unknown {
  const list = String(found).split(';')
  return (wanted as unknown[]).map((one, index) => {
    const [mac, signal] = (list[index] ?? '').split(',')
    return Array.isArray(one) ? [mac, Number(signal) & 0xff] : { mac, rssi: Number(signal) }
  })
}

function cellsOf(found: unknown): unknown {
  return String(found)
    .split(';')
    .map((cell) => {
      const [mcc, mnc, lac, cellId, rssi] = cell.split(',').map(Number)
      return { mcc, mnc, lac, cellId, rssi }
    })
}

function hexOf(value: unknown, digits: number): string {
  return Number(value).toString(16).toUpperCase().padStart(digits, '0')
}

function beaconsOf({ attributes }: Location, fix: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(fix.beacons as Record<string, { battery?: number }>).map(([number, { battery }]) => {
      const name = `beacon${number}`
      const [rssi, rssi1m] = [attributes[`${name}Rssi`], attributes[`${name}Rssi1m`]]
      const found = { id: attributes[name], rssi, rssi1m }
      return [number, battery === undefined ? found : { ...found, battery: attributes[`${name}BatteryPct`] }]
    }),
  )
}
