// Differences by model: the inputs, and the scale of voltages. Source: Meitrack GPRS protocol, appendices.

export interface Model {
  scale?: Scale
  /** Numbers of inputs, from 1. */
  ignitionInput?: number
  doorInput?: number
}

/** Volts per unit of the converter: of the tracker's battery, and of the vehicle's supply if it has one. */
export interface Scale {
  battery: number
  supply?: number
}

const hundredths: Scale = { battery: 0.01, supply: 0.01 }
const tenBits: Scale = { battery: 6 / 1024, supply: 48 / 1024 }
const twelveBits: Scale = { battery: 6.6 / 4096, supply: 52.8 / 4096 }

/** The documents disagree about the door input of the MVT800. */
const models: ReadonlyMap<string, Model> = new Map([
  ['T1', { scale: twelveBits, ignitionInput: 3, doorInput: 2 }],
  ['T3', { scale: twelveBits, ignitionInput: 3, doorInput: 2 }],
  ['T311', { scale: hundredths }],
  ['T322X', { scale: hundredths, ignitionInput: 2, doorInput: 3 }],
  ['T333', { scale: hundredths, ignitionInput: 3, doorInput: 2 }],
  ['T355', { scale: hundredths }],
  ['MVT100', { scale: twelveBits, ignitionInput: 2 }],
  ['MVT340', { scale: tenBits, ignitionInput: 2 }],
  ['MVT380', { scale: tenBits, ignitionInput: 4, doorInput: 2 }],
  ['MVT600', { scale: twelveBits, ignitionInput: 3, doorInput: 2 }],
  ['MVT800', { scale: twelveBits, ignitionInput: 4 }],
  ['MT90', { scale: { battery: twelveBits.battery } }],
  ['TC68', { scale: twelveBits }],
  ['TC68S', { scale: twelveBits }],
])

const unknown: Model = {}

export function modelOf(name: string | undefined): Model {
  return (name && models.get(name.toUpperCase())) || unknown
}

/** A cell has 3 to 4.5 volts, and no reading is in that range in two of the scales. */
const byReading: readonly Scale[] = [
  hundredths,
  { battery: tenBits.battery },
  // Personal trackers have it too, and their fifth reading is not a supply.
  { battery: twelveBits.battery },
]

/** Without a model the battery reading determines the scale. */
export function scaleOf({ scale }: Model, batteryReading: number): Scale | undefined {
  if (scale) return scale
  return byReading.find(({ battery }) => batteryReading * battery >= 3 && batteryReading * battery <= 4.5)
}
