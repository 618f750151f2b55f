// Links that people copy from Google Maps, OpenStreetMap and Apple Maps, and `geo:` URIs (RFC 5870). Nothing is fetched:
// short links contain no coordinates.

import type { Coordinates } from './coordinates.types.ts'

const pair = String.raw`([+-]?\d{1,3}(?:\.\d{1,20})?),([+-]?\d{1,3}(?:\.\d{1,20})?)`
const geoUri = new RegExp(
  `^geo:${pair}(?:,[+-]?\\d{1,6}(?:\\.\\d{1,20})?)?((?:;[a-z0-9-]+(?:=[^;?]*)?)*)(\\?.*)?$`,
  'i',
)
const centre = new RegExp(`@${pair}(?:,|$)`)
const pin = /!3d([+-]?\d{1,3}(?:\.\d{1,20})?)!4d([+-]?\d{1,3}(?:\.\d{1,20})?)/
const mapHash =
  /^#map=\d{1,2}(?:\.\d{1,20})?\/([+-]?\d{1,3}(?:\.\d{1,20})?)\/([+-]?\d{1,3}(?:\.\d{1,20})?)(?:&|$)/
const value = new RegExp(`^(?:loc:)?${pair}(?:\\(.*\\))?$`)
const names = ['q', 'query', 'll', 'coordinate', 'destination', 'daddr', 'center', 'sll']

/** Undefined: not a link. Null: a link without coordinates. */
export function parseMapLink(text: string): Coordinates | null | undefined {
  if (/^geo:/i.test(text)) return parseGeo(text)
  if (text.startsWith('@')) return found(centre.exec(text))
  if (!/^(?:https?:\/\/|(?:www|maps)\.)[^\s/]/i.test(text)) return undefined
  const link = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`)
  if (!link) return null
  const { searchParams } = link
  const marked = `${searchParams.get('mlat')},${searchParams.get('mlon')}`
  return (
    found(pin.exec(link.pathname)) ??
    [marked, ...names.map((name) => searchParams.get(name) ?? '')].reduce<Coordinates | null>(
      (first, text) => first ?? found(value.exec(text.replaceAll(' ', ''))),
      null,
    ) ??
    found(centre.exec(link.pathname)) ??
    found(mapHash.exec(link.hash))
  )
}

/** Android writes `geo:0,0?q=41.35,-1.64(Depot)`. */
function parseGeo(text: string): Coordinates | null {
  const match = geoUri.exec(text)
  if (!match) return null
  const [, , , parameters = '', query = ''] = match
  const system = /;crs=([^;]*)/i.exec(parameters)?.[1]
  if (system !== undefined && system.toLowerCase() !== 'wgs84') return null
  return found(value.exec((new URLSearchParams(query).get('q') ?? '').replaceAll(' ', ''))) ?? found(match)
}

function found(match: RegExpExecArray | null): Coordinates | null {
  return match && { latitude: Number(match[1]), longitude: Number(match[2]) }
}
