import type { Coordinates } from './coordinates.types.ts'

const pattern =
  /^([+-])(\d{2}|\d{4}|\d{6})(\.\d+)?([+-])(\d{3}|\d{5}|\d{7})(\.\d+)?(?:[+-]\d{1,6}(?:\.\d+)?)?(?:CRSWGS_?84)?(\/)?$/

/** "+41.3532-001.6431/": the number of digits shows whether minutes and seconds follow. Heights are ignored. */
export function parseIso6709(text: string): Coordinates | null {
  const match = pattern.exec(text)
  if (!match) return null
  const [, latitudeSign, latitude = '', latitudePart, longitudeSign, longitude = '', longitudePart, end] =
    match
  // Without fraction and slash it could be a phone number.
  if (!latitudePart && !longitudePart && !end) return null
  const found = {
    latitude: degreesOf(latitude, latitudePart, 2),
    longitude: degreesOf(longitude, longitudePart, 3),
  }
  if (Number.isNaN(found.latitude) || Number.isNaN(found.longitude)) return null
  return {
    latitude: latitudeSign === '-' ? -found.latitude : found.latitude,
    longitude: longitudeSign === '-' ? -found.longitude : found.longitude,
  }
}

/** The fraction belongs to the last unit. NaN: no such minutes or seconds. */
function degreesOf(digits: string, fraction = '', degreeDigits: number): number {
  const units = [
    digits.slice(0, degreeDigits),
    digits.slice(degreeDigits, degreeDigits + 2),
    digits.slice(-2),
  ]
    .slice(0, 1 + (digits.length - degreeDigits) / 2)
    .map((unit, index, all) => Number(index === all.length - 1 ? unit + fraction : unit))
  const [degrees = 0, minutes = 0, seconds = 0] = units
  return minutes < 60 && seconds < 60 ? degrees + minutes / 60 + seconds / 3_600 : Number.NaN
}
