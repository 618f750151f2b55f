// Writes coordinates in the notations that people use. Independent of the parsers: UTM by the series of Snyder, "Map
// Projections: A Working Manual" (1987), equations 8-9, 8-10 and 3-21.

interface Coordinates {
  latitude: number
  longitude: number
}

/** Degrees and minutes, or degrees, minutes and seconds, with the letter of the hemisphere. */
export function writeAngle(
  degrees: number,
  [positive, negative]: readonly [string, string],
  units: 'minutes' | 'seconds',
): string {
  const size = Math.abs(degrees)
  const letter = degrees < 0 ? negative : positive
  if (units === 'minutes') {
    const tenThousandths = Math.round(size * 600_000)
    return `${Math.floor(tenThousandths / 600_000)}°${((tenThousandths % 600_000) / 10_000).toFixed(4)}′${letter}`
  }
  const hundredths = Math.round(size * 360_000)
  const seconds = ((hundredths % 6_000) / 100).toFixed(2)
  return `${Math.floor(hundredths / 360_000)}° ${Math.floor(hundredths / 6_000) % 60}' ${seconds}" ${letter}`
}

const plusDigits = '23456789CFGHJMPQRVWX'

/** Ten digits: an area of 1/8000 degree. */
export function writePlusCode({ latitude, longitude }: Coordinates): string {
  const perDegree = 8_000
  let row = Math.min(Math.floor((latitude + 90) * perDegree), 180 * perDegree - 1)
  let column = Math.floor((longitude + 180) * perDegree) % (360 * perDegree)
  let code = ''
  for (let pair = 0; pair < 5; pair += 1) {
    code = plusDigits[row % 20]! + plusDigits[column % 20]! + code
    row = Math.floor(row / 20)
    column = Math.floor(column / 20)
  }
  return `${code.slice(0, 8)}+${code.slice(8)}`
}

/** As the grid divides the globe, with the wide zones of Norway and Svalbard. */
function zoneOf({ latitude, longitude }: Coordinates): number {
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) return 32
  if (latitude >= 72 && longitude >= 0 && longitude < 42) {
    return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
  }
  return Math.min(60, Math.floor((longitude + 180) / 6) + 1)
}

export function toUtm(coordinates: Coordinates): {
  zone: number
  band: string
  eastingM: number
  northingM: number
} {
  const radians = Math.PI / 180
  const { latitude, longitude } = coordinates
  const zone = zoneOf(coordinates)
  const e2 = 0.006_694_379_990_141_317
  const second2 = e2 / (1 - e2)
  const phi = latitude * radians
  const n = 6_378_137 / Math.sqrt(1 - e2 * Math.sin(phi) ** 2)
  const t = Math.tan(phi) ** 2
  const c = second2 * Math.cos(phi) ** 2
  const a = (longitude - (6 * zone - 183)) * radians * Math.cos(phi)
  const meridianM =
    6_378_137 *
    ((1 - e2 / 4 - (3 * e2 ** 2) / 64 - (5 * e2 ** 3) / 256) * phi -
      ((3 * e2) / 8 + (3 * e2 ** 2) / 32 + (45 * e2 ** 3) / 1_024) * Math.sin(2 * phi) +
      ((15 * e2 ** 2) / 256 + (45 * e2 ** 3) / 1_024) * Math.sin(4 * phi) -
      ((35 * e2 ** 3) / 3_072) * Math.sin(6 * phi))
  const x = a + ((1 - t + c) * a ** 3) / 6 + ((5 - 18 * t + t ** 2 + 72 * c - 58 * second2) * a ** 5) / 120
  const y =
    a ** 2 / 2 +
    ((5 - t + 9 * c + 4 * c ** 2) * a ** 4) / 24 +
    ((61 - 58 * t + t ** 2 + 600 * c - 330 * second2) * a ** 6) / 720
  const northingM = 0.9996 * (meridianM + n * Math.tan(phi) * y)
  return {
    zone,
    band: 'CDEFGHJKLMNPQRSTUVWX'[Math.min(19, Math.floor((latitude + 80) / 8))]!,
    eastingM: 0.9996 * n * x + 500_000,
    northingM: latitude < 0 ? northingM + 10_000_000 : northingM,
  }
}

/** To a metre. */
export function writeMgrs(coordinates: Coordinates): string {
  const { zone, band, eastingM, northingM } = toUtm(coordinates)
  const column = ['ABCDEFGH', 'JKLMNPQR', 'STUVWXYZ'][(zone - 1) % 3]![Math.floor(eastingM / 100_000) - 1]!
  const rowIndex = Math.floor(northingM / 100_000) + (zone % 2 === 0 ? 5 : 0)
  const row = 'ABCDEFGHJKLMNPQRSTUV'[rowIndex % 20]!
  const digits = (metres: number) => String(Math.floor(metres % 100_000)).padStart(5, '0')
  return `${zone}${band}${column}${row}${digits(eastingM)}${digits(northingM)}`
}

export function writeUtm(coordinates: Coordinates): string {
  const { zone, band, eastingM, northingM } = toUtm(coordinates)
  return `${zone}${band} ${eastingM.toFixed(0)} ${northingM.toFixed(0)}`
}
