// The state of the vehicle: the same two digits in every Queclink format.
import type { Location } from '../protocol.types.ts'

/** 41 and 42 are sent by trackers without a wire to the ignition. */
const states: Readonly<Record<string, { ignition?: boolean; moving?: boolean }>> = {
  '11': { ignition: false, moving: false },
  '12': { ignition: false, moving: true },
  // Towed; 1A possibly towed.
  '16': { ignition: false, moving: true },
  '1A': { ignition: false },
  '21': { ignition: true, moving: false },
  '22': { ignition: true, moving: true },
  '41': { moving: false },
  '42': { moving: true },
}

export function keepState(location: Location, digits: string): void {
  const state = digits.toUpperCase()
  if (!Object.hasOwn(states, state)) return
  Object.assign(location, states[state])
  location.attributes.state = state
}

/** Six or ten hexadecimal digits; from the right: outputs, inputs, state, and an extension. */
export function keepStatus(location: Location, digits: string): void {
  keepState(location, digits.slice(-6, -4))
  keepInputs(location, Number.parseInt(digits.slice(-4, -2), 16))
  keepOutputs(location, Number.parseInt(digits.slice(-2), 16))
}

/** Bit 0 is the ignition. */
export function keepInputs(location: Location, bits: number): void {
  location.inputs = [(bits & 2) !== 0, (bits & 4) !== 0]
}

export function keepOutputs(location: Location, bits: number): void {
  location.outputs = [(bits & 1) !== 0, (bits & 2) !== 0]
}
