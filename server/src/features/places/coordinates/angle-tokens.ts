export type Axis = 'latitude' | 'longitude'

export type Token =
  | { kind: 'number'; value: number; hasFraction: boolean }
  | { kind: 'sign'; isNegative: boolean }
  /** 0 degrees, 1 minutes, 2 seconds. A colon follows any but the last. */
  | { kind: 'unit'; rank: number; isColon: boolean }
  | { kind: 'hemisphere'; axis: Axis; isNegative: boolean }
  | { kind: 'axis'; axis: Axis }
  | { kind: 'separator' }

const hemispheres: Record<string, { axis: Axis; isNegative: boolean }> = Object.fromEntries(
  (
    [
      [['N', 'NORTH', 'NORTE'], 'latitude', false],
      [['S', 'SOUTH', 'SUR', 'SUL'], 'latitude', true],
      [['E', 'L', 'EAST', 'ESTE', 'LESTE'], 'longitude', false],
      [['W', 'O', 'WEST', 'OESTE'], 'longitude', true],
    ] as const
  ).flatMap(([words, axis, isNegative]) => words.map((word) => [word, { axis, isNegative }])),
)
const axes: Record<string, Axis> = {
  LAT: 'latitude',
  LATITUD: 'latitude',
  LATITUDE: 'latitude',
  LON: 'longitude',
  LNG: 'longitude',
  LONG: 'longitude',
  LONGITUD: 'longitude',
  LONGITUDE: 'longitude',
}
const units: Record<string, number> = Object.fromEntries(
  [
    ['°', 'D', 'DEG', 'DEGREES', 'GRADOS', 'GRAUS'],
    ["'", 'M', 'MIN', 'MINUTES', 'MINUTOS'],
    ['"', 'SEC', 'SECONDS', 'SEG', 'SEGUNDOS'],
  ].flatMap((words, rank) => words.map((word) => [word, rank])),
)
const maxTokens = 24
const scanner = /(\d{1,20})(\.\d{1,20})?|[A-Z]{1,9}|[°'"]|[+-]|:|=|;| /y

/** Undefined: the text contains something else. */
export function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = []
  for (let index = 0; index < text.length; index = scanner.lastIndex) {
    scanner.lastIndex = index
    const match = scanner.exec(text)
    if (!match || tokens.length === maxTokens) return undefined
    const [piece, whole, fraction] = match
    if (piece === ' ') continue
    const token = whole === undefined ? wordOf(piece, text, index, tokens) : numberOf(whole, fraction)
    if (token === undefined) return undefined
    if (token !== 'nothing') tokens.push(token)
  }
  return tokens
}

function numberOf(whole: string, fraction: string | undefined): Token {
  return { kind: 'number', value: Number(whole + (fraction ?? '')), hasFraction: fraction !== undefined }
}

function wordOf(piece: string, text: string, index: number, before: Token[]): Token | 'nothing' | undefined {
  const last = before.at(-1)
  if (piece === ';') return { kind: 'separator' }
  if (piece === '+' || piece === '-') {
    // In "41-12" it is a dash.
    return /\d/.test(text[index - 1] ?? '') ? undefined : { kind: 'sign', isNegative: piece === '-' }
  }
  if ((piece === ':' || piece === '=') && last?.kind === 'axis') return 'nothing'
  if (piece === ':') return last?.kind === 'number' ? { kind: 'unit', rank: -1, isColon: true } : undefined
  if (piece === 'S' && isAfterMinutes(before, text)) return { kind: 'unit', rank: 2, isColon: false }
  const rank = units[piece]
  if (rank !== undefined) return { kind: 'unit', rank, isColon: false }
  const axis = axes[piece]
  if (axis !== undefined) return { kind: 'axis', axis }
  const hemisphere = hemispheres[piece]
  return hemisphere && { kind: 'hemisphere', ...hemisphere }
}

/** "41d21m11s": with letters for the other units, S are seconds. */
function isAfterMinutes(before: Token[], text: string): boolean {
  const [unit, number] = before.slice(-2)
  return unit?.kind === 'unit' && unit.rank === 1 && number?.kind === 'number' && !text.includes("'")
}
