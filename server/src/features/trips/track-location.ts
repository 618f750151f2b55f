// What the detector reads of a stored row. Callers of the API write what they like into the further fields: values of
// another type, or without sense, are as absent.

import type { TrackLocation } from './detection/detection.types.ts'
import type { MoreValues, TrackRow } from './track.queries.ts'

const maxMileageKm = 20_000_000
const maxEngineHours = 1_000_000
/** As in the table of tags. */
const maxTagLength = 64
/** Readers without a tag report zeros. */
const noTag = /^0*$|\p{Cc}/u
const maxPowerVolts = 1_000

export function toTrackLocation(row: TrackRow): TrackLocation {
  const [fixedAtMs, receivedAtMs, fingerprint, latitudeE7, longitudeE7, accuracyM, speedTenthKmh, more] = row
  const location: TrackLocation = {
    fixedAtMs,
    receivedAtMs,
    fingerprint,
    latitudeE7,
    longitudeE7,
    accuracyM,
    speedTenthKmh,
    ignition: null,
    moving: null,
    powerVolts: null,
    mileageCm: null,
    engineSeconds: null,
    driverTag: null,
  }
  if (!more) return location
  const { valid, ignition, moving, powerVoltage, mileage, attributes } = more
  if (valid === false || attributes?.approximate === true) {
    location.latitudeE7 = null
    location.longitudeE7 = null
  }
  if (typeof ignition === 'boolean') location.ignition = ignition
  if (typeof moving === 'boolean') location.moving = moving
  location.powerVolts = within(powerVoltage, maxPowerVolts)
  const km = within(mileage, maxMileageKm)
  if (km !== null) location.mileageCm = Math.round(km * 100_000)
  const hours = within(attributes?.engineHours, maxEngineHours)
  if (hours !== null) location.engineSeconds = Math.round(hours * 3_600)
  location.driverTag = tagOf(attributes)
  return location
}

/** Protocols name it differently; the normalised name comes first. */
function tagOf(attributes: MoreValues['attributes']): string | null {
  const value = attributes?.driverTag ?? attributes?.driverId ?? attributes?.card
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return null
  const text = String(value).trim()
  return noTag.test(text) || text.length > maxTagLength ? null : text
}

function within(value: unknown, max: number): number | null {
  return typeof value === 'number' && value >= 0 && value <= max ? value : null
}
