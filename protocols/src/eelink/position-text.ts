// The answer to WHERE#, on one line or several: `Lat:N31.83955,Lon:W82.61346,Course:0.00,Speed:0.00km/h,DateTime:…`.
import { courseOf, isPosition } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

const MAX_CHARS = 300
const POSITION =
  /^Lat:([NS])(\d{1,2}\.\d{1,8})\W+Lon:([EW])(\d{1,3}\.\d{1,8})\W+Course:(\d{1,3}\.\d+)\W+Speed:(\d{1,3}\.\d+)km\/h\W+Date ?Time:(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/i

export function readPositionText(text: string): Location | undefined {
  const [, north, lat, east, lon, course, speed, date, time] = POSITION.exec(text.slice(0, MAX_CHARS)) ?? []
  if (!lat) return undefined
  const latitude = Number(lat) * (north === 'S' || north === 's' ? -1 : 1)
  const longitude = Number(lon) * (east === 'W' || east === 'w' ? -1 : 1)
  if (!isPosition(latitude, longitude)) return undefined
  const location: Location = { valid: true, latitude, longitude, alarms: [], attributes: {} }
  location.speedKmh = Number(speed)
  const courseDeg = courseOf(Number(course))
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  const fixedAt = new Date(`${date}T${time}Z`)
  if (!Number.isNaN(fixedAt.getTime())) location.fixedAt = fixedAt
  return location
}
