// The status word of Eelink: pairs of bits, where the first is set if the second is known.
import type { Location } from '../protocol.types.ts'

/** The meaning of the relay bit differs between models, so it is kept as it is. */
export function keepStatus(location: Location, status: number): void {
  const has = (bit: number) => ((status >>> bit) & 1) === 1
  if (has(1)) location.ignition = has(2)
  if (has(3)) location.attributes.armed = has(4)
  if (has(5)) location.attributes.relay = has(6)
  if (has(7)) location.attributes.charging = has(8)
}
