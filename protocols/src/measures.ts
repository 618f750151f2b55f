// Small conversions that every protocol needs, each with a pitfall.

const KMH_PER_KNOT = 1.852
const LAST_MS = 8_640_000_000_000_000
/** Ten times the distance to the moon: a clone uses the field for something else. */
const MAX_MILEAGE_KM = 4_000_000

/** Exactly 0,0 means no fix whatever the flag; impossible coordinates mean a broken report. */
export function isPosition(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
}

/** A course in [0, 360), or undefined: trackers send 360 for north, and more for "unknown". */
export function courseOf(degrees: number): number | undefined {
  if (degrees === 360) return 0
  return degrees >= 0 && degrees < 360 ? degrees : undefined
}

/** An impossible mileage is refused: one such value would ruin every report of distance. */
export function isMileage(km: number): boolean {
  return km >= 0 && km <= MAX_MILEAGE_KM
}

export function keepMileage(location: { mileageKm?: number }, km: number): void {
  if (isMileage(km)) location.mileageKm = km
}

export function kmhOfKnots(knots: number): number {
  return roundTo(knots * KMH_PER_KNOT, 3)
}

export function knotsOfKmh(kmh: number): number {
  return roundTo(kmh / KMH_PER_KNOT, 6)
}

export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}

/** An invalid Date would become null on the bus. */
export function instantOf(milliseconds: number): Date | undefined {
  return Math.abs(milliseconds) <= LAST_MS ? new Date(milliseconds) : undefined
}

/** A two-digit year is in this century. Zeros, or a 31st of June, are not a date. */
export function instantOfParts(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): Date | undefined {
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return undefined
  const at = new Date(Date.UTC(2000 + year, month - 1, day, hour, minute, second))
  return at.getUTCDate() === day ? at : undefined
}
