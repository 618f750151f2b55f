// Field formats of Suntech, and what text and binary share.
import { courseOf, instantOfParts, isPosition } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

/** Rare firmware writes a decimal comma. Undefined if the field is empty or not a number. */
export function numberOf(field: string | undefined): number | undefined {
  if (field === undefined || field === '') return undefined
  const number = Number(field.includes(',') ? field.replace(',', '.') : field)
  return Number.isFinite(number) ? number : undefined
}

/** `20260504` and `10:20:30`. */
export function instantOfText(date: string, time: string): Date | undefined {
  if (!/^20\d{6}$/.test(date) || !/^\d\d:\d\d:\d\d$/.test(time)) return undefined
  const part = (text: string, from: number) => Number(text.slice(from, from + 2))
  return instantOfParts(
    part(date, 2),
    part(date, 4),
    part(date, 6),
    part(time, 0),
    part(time, 3),
    part(time, 6),
  )
}

export function keepCoordinates(
  location: Location,
  latitude: number,
  longitude: number,
  hasFix: boolean,
): void {
  if (!isPosition(latitude, longitude)) return
  location.latitude = latitude
  location.longitude = longitude
  location.valid = hasFix
}

export function keepMotion(
  location: Location,
  speedKmh: number | undefined,
  course: number | undefined,
): void {
  if (speedKmh !== undefined && speedKmh >= 0) location.speedKmh = speedKmh
  const courseDeg = courseOf(course ?? -1)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
}

/** Bit 0 is the ignition, input 1 is bit 1. */
export function keepInputBits(location: Location, bits: number): void {
  location.ignition = (bits & 1) !== 0
  location.inputs = [1, 2, 3].map((bit) => ((bits >> bit) & 1) === 1)
}

/** 0 for buffered reports. */
export function keepMessageType(location: Location, isLive: boolean): void {
  location.attributes.buffered = !isLive
}
