// Areas that have a name: countries, and regions of several countries, by their boxes.

import { InvalidError } from '../../platform/http/errors.ts'
import { nameOf } from './add-map.api.ts'
import type { Box } from './map.types.ts'

/** ISO 3166 code, west, south, east, north; without distant territories. East exceeds 180 across the antimeridian. */
const countries = `
AD 1.4 42.4 1.8 42.7|AE 51 22.6 56.4 26.1|AF 60.5 29.4 74.9 38.5|AG -62 16.9 -61.6 17.8|AI -63.2 18.1 -62.9 18.3
AL 19.3 39.6 21.1 42.7|AM 43.4 38.8 46.6 41.3|AO 11.6 -18 24.1 -4.4|AR -73.6 -55.1 -53.6 -21.8|AS -170.9 -14.4 -170.5 -14.2
AT 9.5 46.4 17.2 49|AU 113.2 -43.7 153.7 -10.6|AW -70.1 12.4 -69.8 12.7|AX 19.3 59.9 21.1 60.5|AZ 44.8 38.4 50.4 41.9
BA 15.7 42.6 19.6 45.3|BB -59.7 13 -59.4 13.4|BD 88 20.6 92.7 26.6|BE 2.5 49.5 6.4 51.5|BF -5.5 9.4 2.4 15.1
BG 22.4 41.2 28.6 44.2|BH 50.4 25.8 50.7 26.3|BI 29 -4.5 30.9 -2.3|BJ .8 6.2 3.9 12.4|BL -62.9 17.8 -62.8 18
BM -64.9 32.2 -64.6 32.4|BN 114 4 115.4 5.1|BO -69.6 -22.9 -57.5 -9.7|BQ -68.5 12 -68.2 12.3|BR -74 -33.8 -34.8 5.3
BS -79.3 20.9 -72.7 27|BT 88.8 26.7 92.1 28.3|BW 20 -26.9 29.4 -17.8|BY 23.2 51.3 32.8 56.2|BZ -89.3 15.9 -87.5 18.5
CA -141 41.7 -52.6 83.2|CC 96.8 -12.2 97 -11.8|CD 12.2 -13.5 31.3 5.4|CF 14.4 2.2 27.5 11|CG 11.1 -5 18.7 3.7
CH 5.9 45.8 10.5 47.8|CI -8.6 4.3 -2.5 10.7|CK -160 -22 -157 -18.8|CL -75.7 -55.9 -66.9 -17.5|CM 8.5 1.7 16.2 13.1
CN 73.6 18.2 134.8 53.6|CO -79.1 -4.2 -66.9 12.6|CR -86 8 -82.5 11.2|CU -85 19.8 -74.1 23.3|CV -25.4 14.8 -22.6 17.2
CW -69.2 12 -68.7 12.4|CX 105.5 -10.6 105.7 -10.4|CY 32.2 34.5 34.6 35.7|CZ 12.1 48.5 18.9 51.1|DE 5.9 47.3 15 55.1
DJ 41.7 10.9 43.4 12.7|DK 8 54.6 15.2 57.8|DM -61.5 15.2 -61.2 15.6|DO -72 17.5 -68.3 20|DZ -8.7 19 12 37.1
EC -81.1 -5 -75.2 1.5|EE 21.8 57.5 28.2 59.7|EG 24.7 22 36.9 31.7|EH -17.1 20.8 -8.7 27.7|ER 36.4 12.4 43.1 18
ES -9.4 35.2 4.4 43.8|ET 33 3.4 48 14.9|FI 20.6 59.8 31.6 70.1|FJ 177 -19.3 180.3 -16|FK -61.4 -52.5 -57.7 -51.2
FM 138 5.2 163.1 10|FO -7.7 61.4 -6.2 62.4|FR -5.2 41.3 9.6 51.1|GA 8.7 -4 14.5 2.3|GB -8.7 49.8 1.8 60.9
GD -61.8 12 -61.6 12.3|GE 40 41 46.8 43.6|GF -54.6 2.1 -51.6 5.8|GG -2.7 49.4 -2.2 49.8|GH -3.3 4.7 1.2 11.2
GI -5.4 36.1 -5.3 36.2|GL -55 59.7 -37 72|GM -16.9 13 -13.8 13.9|GN -15.1 7.2 -7.6 12.7|GP -61.8 15.8 -61 16.5
GQ 9.3 .9 11.4 2.4|GR 19.3 34.8 29.7 41.8|GT -92.3 13.7 -88.2 17.9|GU 144.6 13.2 145 13.7|GW -16.8 10.9 -13.6 12.7
GY -61.4 1.2 -56.5 8.6|HK 113.8 22.1 114.5 22.6|HN -89.4 13 -83.1 16.5|HR 13.5 42.4 19.5 46.6|HT -74.5 18 -71.6 20.1
HU 16.1 45.7 22.9 48.6|ID 95 -11 141 6|IE -10.7 51.4 -5.9 55.4|IL 34.2 29.5 35.9 33.4|IM -4.9 54 -4.3 54.5
IN 68.1 6.7 97.4 35.7|IQ 38.8 29 48.6 37.4|IR 44 25 63.4 39.8|IS -24.6 63.3 -13.5 66.6|IT 6.6 35.4 18.6 47.1
JE -2.3 49.1 -2 49.3|JM -78.4 17.7 -76.2 18.6|JO 34.9 29.2 39.3 33.4|JP 122.9 24 145.9 45.6|KE 33.9 -4.7 41.9 5
KG 69.2 39.2 80.3 43.3|KH 102.3 10.4 107.7 14.7|KI 172.7 -1.6 173.3 2.2|KM 43.2 -12.5 44.6 -11.3|KN -62.9 17 -62.5 17.5
KP 124.2 37.6 130.7 43|KR 125.9 33.1 129.6 38.7|KW 46.5 28.5 48.5 30.1|KY -81.5 19.2 -79.7 19.8|KZ 46.5 40.5 87.4 55.5
LA 100 13.9 107.7 22.5|LB 35.1 33 36.7 34.7|LC -61.1 13.7 -60.8 14.2|LI 9.4 47 9.7 47.3|LK 79.5 5.9 81.9 9.9
LR -11.5 4.3 -7.3 8.6|LS 27 -30.7 29.5 -28.5|LT 20.9 53.9 26.9 56.5|LU 5.7 49.4 6.6 50.2|LV 20.9 55.6 28.3 58.1
LY 9.3 19.5 25.2 33.2|MA -13.2 27.6 -1 35.9|MC 7.3 43.7 7.5 43.8|MD 26.6 45.4 30.2 48.5|ME 18.4 41.8 20.4 43.6
MF -63.2 18 -63 18.2|MG 43.2 -25.7 50.5 -11.9|MH 165 5 172.2 12|MK 20.4 40.8 23.1 42.4|ML -12.3 10.1 4.3 25
MM 92.2 9.7 101.2 28.6|MN 87.7 41.5 120 52.2|MO 113.5 22.1 113.6 22.3|MP 145 14 146 18.9|MQ -61.3 14.3 -60.8 14.9
MR -17.1 14.7 -4.8 27.3|MS -62.3 16.6 -62.1 16.9|MT 14.1 35.7 14.6 36.1|MU 57.2 -20.6 57.9 -19.9|MV 72.6 -.8 73.8 7.2
MW 32.6 -17.2 36 -9.3|MX -117.2 14.5 -86.7 32.8|MY 99.6 .8 119.4 7.4|MZ 30.2 -26.9 40.9 -10.4|NA 11.7 -29 25.3 -16.9
NC 163.5 -22.8 168.2 -19.5|NE .1 11.6 16 23.6|NF 167.9 -29.2 168 -28.9|NG 2.6 4.2 14.7 13.9|NI -87.8 10.7 -82.6 15.1
NL 3.3 50.7 7.3 53.6|NO 4.4 57.9 31.2 71.2|NP 80 26.3 88.3 30.5|NR 166.8 -.6 167 -.4|NU -170 -19.2 -169.7 -18.9
NZ 166.3 -47.4 178.7 -34.3|OM 51.9 16.6 59.9 26.4|PA -83.1 7.1 -77.1 9.7|PE -81.4 -18.4 -68.6 0|PF -152 -18 -149 -16.4
PG 140.8 -10.8 156 -1.3|PH 116.9 4.6 126.7 21.2|PK 60.8 23.6 77.9 37.2|PL 14.1 49 24.2 54.9|PM -56.5 46.7 -56.1 47.2
PR -67.3 17.9 -65.5 18.6|PS 34.2 31.2 35.6 32.6|PT -9.6 36.9 -6.1 42.2|PW 134.1 6.8 134.8 8.2|PY -62.7 -27.6 -54.2 -19.2
QA 50.7 24.4 51.7 26.2|RE 55.2 -21.4 55.9 -20.8|RO 20.2 43.6 29.8 48.3|RS 18.8 42.2 23.1 46.2|RU 19.6 41.2 190.4 81.9
RW 28.8 -2.9 31 -1|SA 34.5 16.3 55.7 32.2|SB 155.5 -12 163 -6|SC 55.2 -4.9 56 -4.2|SD 21.8 8.6 38.7 22.3
SE 11 55.3 24.2 69.1|SG 103.6 1.2 104.1 1.5|SH -5.8 -16.1 -5.6 -15.9|SI 13.3 45.4 16.7 46.9|SJ 10 76.5 33 81
SK 16.8 47.7 22.6 49.7|SL -13.4 6.9 -10.2 10.1|SM 12.4 43.8 12.6 44|SN -17.6 12.3 -11.3 16.7|SO 41 -1.7 51.5 12
SR -58.1 1.8 -53.9 6.1|SS 24.1 3.4 36 12.3|ST 6.4 0 7.5 1.8|SV -90.2 13.1 -87.6 14.5|SX -63.2 18 -63 18.1
SY 35.7 32.3 42.4 37.4|SZ 30.7 -27.4 32.2 -25.7|TC -72.5 21.4 -71 22|TD 13.4 7.4 24 23.5|TG -.2 6.1 1.9 11.2
TH 97.3 5.6 105.7 20.5|TJ 67.3 36.6 75.2 41.1|TL 124 -9.6 127.4 -8.1|TM 52.4 35.1 66.7 42.8|TN 7.5 30.2 11.7 37.6
TO -175.4 -21.5 -173.9 -18.5|TR 25.6 35.8 44.9 42.2|TT -62 10 -60.5 11.4|TV 176 -9.5 179.9 -5.6|TW 119.9 21.9 122.1 25.4
TZ 29.3 -11.8 40.5 -.9|UA 22.1 44.3 40.3 52.4|UG 29.5 -1.5 35.1 4.3|US -124.9 24.4 -66.9 49.4|UY -58.5 -35 -53 -30
UZ 55.9 37.1 73.2 45.6|VA 12.4 41.8 12.5 42|VC -61.5 12.5 -61.1 13.4|VE -73.4 .6 -59.8 12.3|VG -64.9 18.3 -64.2 18.8
VI -65.1 17.6 -64.5 18.5|VN 102.1 8.5 109.6 23.4|VU 166.5 -20.3 170.3 -13|WF -178.2 -14.4 -176.1 -13.2|WS -172.9 -14.1 -171.4 -13.4
XK 20 41.8 21.8 43.3|YE 42.5 12.6 54.6 19|YT 45 -13 45.3 -12.6|ZA 16.4 -34.9 32.9 -22.1|ZM 21.9 -18.1 33.8 -8.2
ZW 25.2 -22.5 33.1 -15.6`

/** Islands and coasts are a little outside of the rounded boxes. */
const marginDegrees = 0.15

const regions: Record<string, [west: number, south: number, east: number, north: number]> = {
  world: [-180, -85, 180, 85],
  europe: [-25, 34, 45, 72],
  'iberian-peninsula': [-9.7, 35.9, 4.5, 43.9],
  'canary-islands': [-18.3, 27.5, -13.3, 29.5],
  azores: [-31.4, 36.8, -24.9, 39.8],
  madeira: [-17.4, 32.3, -16.1, 33.2],
  'british-isles': [-10.8, 49.8, 2, 61],
  benelux: [2.4, 49.4, 7.4, 53.7],
  alps: [5, 43.5, 17, 48.5],
  scandinavia: [4, 54.5, 31.7, 71.4],
  balkans: [13, 34.7, 30, 47],
  'central-america': [-92.5, 7, -77, 18.6],
  caribbean: [-85.1, 9.9, -59.3, 27.4],
  'south-america': [-81.5, -56, -34.6, 13],
  'north-america': [-170, 14, -52, 72],
  alaska: [-170, 51, -129.9, 71.5],
  hawaii: [-160.6, 18.8, -154.7, 22.4],
  'middle-east': [25.5, 12, 63.5, 42.5],
  'north-africa': [-17.2, 19, 37, 37.6],
  africa: [-18, -35, 51.6, 37.6],
  'south-asia': [60, 5.5, 97.5, 38.6],
  'southeast-asia': [92, -11.2, 141.2, 28.7],
  'east-asia': [73, 18, 146, 54],
  oceania: [112, -48, 180, 0],
}

const languages = ['en', 'es', 'pt']

/** By the name of a region, the code of a country, or its name in English, Spanish or Portuguese. */
export function getArea(text: string): { name: string; boxes: Box[] } {
  const wanted = nameOf(text)
  const region = regions[wanted]
  if (region) return { name: wanted, boxes: boxesOf(...region) }
  const byName = new Map<string, string>()
  for (const [, code = ''] of countries.matchAll(/\b([A-Z]{2}) /g)) {
    byName.set(code.toLowerCase(), code)
    for (const language of languages) {
      const name = new Intl.DisplayNames(language, { type: 'region' }).of(code)
      if (name) byName.set(nameOf(name), code)
    }
  }
  const code = byName.get(wanted)
  if (!code) throw unknownArea(text, [...Object.keys(regions), ...byName.keys()])
  const [, box = ''] = new RegExp(`\\b${code} ([^|\\n]+)`).exec(countries)!
  const [west = 0, south = 0, east = 0, north = 0] = box.split(' ').map(Number)
  const margin = marginDegrees
  const name = nameOf(new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code)
  return { name, boxes: boxesOf(west - margin, south - margin, east + margin, north + margin) }
}

function unknownArea(text: string, names: string[]): InvalidError {
  const start = nameOf(text).slice(0, 2)
  const similar = names.filter((name) => name.length > 2 && name.startsWith(start)).slice(0, 8)
  const hint = similar.length > 0 ? ` Similar: ${[...new Set(similar)].join(', ')}.` : ''
  const message = `There is no area "${text}". Use the name or code of a country, or --box W,S,E,N.${hint}`
  return new InvalidError('maps.area', message)
}

/** "-9.5,36,3.3,43.8". West may be greater than east: across the antimeridian. */
export function readBox(text: string): Box[] {
  const [west = 0, south = 0, east = 0, north = 0, ...more] = text.split(',').map(Number)
  const angles = [west, south, east, north]
  const isValid =
    text.split(',').length === 4 &&
    more.length === 0 &&
    angles.every(Number.isFinite) &&
    [west, east].every((longitude) => Math.abs(longitude) <= 180) &&
    [south, north].every((latitude) => Math.abs(latitude) <= 90) &&
    west !== east &&
    south < north
  if (isValid) return boxesOf(west, south, west < east ? east : east + 360, north)
  const message = `--box must be west,south,east,north in degrees, like -9.5,36,3.3,43.8, not "${text}".`
  throw new InvalidError('maps.box', message)
}

function boxesOf(west: number, south: number, east: number, north: number): Box[] {
  const box = { south: Math.max(-90, south), north: Math.min(90, north) }
  if (west < -180)
    return [
      { ...box, west: west + 360, east: 180 },
      { ...box, west: -180, east },
    ]
  if (east > 180)
    return [
      { ...box, west, east: 180 },
      { ...box, west: -180, east: east - 360 },
    ]
  return [{ ...box, west, east }]
}
