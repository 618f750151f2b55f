// Readings of fuel probes on the serial port, as trackers pass them on: the ASCII form of Omnicomm LLS
// (`t_0=1C;N_0=0419.0`, in hexadecimal), and a probe that writes its level after a zero (`CabMensaje,0,58.5,-1.0`).
import { roundTo } from './measures.ts'
import type { Attributes } from './protocol.types.ts'

const MAX_PROBES = 8
const OMNICOMM = /(?:^|;)N_(\d)=([\dA-F]{4})\.\d/g
const COMMAS = /(?:CabMensaje|COMB),0,(\d{1,4}\.\d),/

/** `fuelSensor` is the sum of the levels, in the probe's own unit: the calibration of the tank converts it. */
export function keepFuelProbes(attributes: Attributes, text: string): void {
  const levels = [...text.matchAll(OMNICOMM)].slice(0, MAX_PROBES)
  if (levels.length > 0) {
    const sum = levels.reduce((total, [, , digits = '']) => total + Number.parseInt(digits, 16), 0)
    attributes.fuelSensor = sum
    return
  }
  const [, level] = COMMAS.exec(text) ?? []
  if (level !== undefined) attributes.fuelSensor = roundTo(Number(level), 1)
}
