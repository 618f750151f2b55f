// SQL fragments shared by several queries. A fragment carries its values; parameters are numbered at the end.

export class Fragment {
  readonly pieces: readonly string[]
  readonly values: readonly unknown[]
  constructor(pieces: readonly string[], values: readonly unknown[]) {
    this.pieces = pieces
    this.values = values
  }
}

export function sql(pieces: TemplateStringsArray, ...values: unknown[]): Fragment {
  return new Fragment(pieces, values)
}

export interface Joined {
  text: string
  values: unknown[]
}

/** Joins the pieces of a template with $1, $2 …; the result is cached for templates without fragments. */
const joinedOnce = new WeakMap<readonly string[], string>()
export function join(pieces: readonly string[], values: readonly unknown[]): Joined {
  if (values.some((value) => value instanceof Fragment)) {
    const joined: Joined = { text: '', values: [] }
    append(joined, pieces, values)
    return joined
  }
  let text = joinedOnce.get(pieces)
  if (text === undefined) {
    text = pieces.reduce((sql, piece, index) => `${sql}$${index}${piece}`)
    joinedOnce.set(pieces, text)
  }
  return { text, values: [...values] }
}

function append(joined: Joined, pieces: readonly string[], values: readonly unknown[]): void {
  for (const [index, piece] of pieces.entries()) {
    joined.text += piece
    if (index >= values.length) continue
    const value = values[index]
    if (value instanceof Fragment) append(joined, value.pieces, value.values)
    else joined.text += `$${numberOfValue(joined, value)}`
  }
}

/** Arrays in binary form are large: one that a statement uses twice is sent once. */
function numberOfValue({ values }: Joined, value: unknown): number {
  const known = Buffer.isBuffer(value) ? values.indexOf(value) : -1
  return known === -1 ? values.push(value) : known + 1
}

/** With the values in the text, for statements that take no parameters. Only numbers and instants: they need no quoting. */
export function joinLiterals({ pieces, values }: Fragment): string {
  return pieces.reduce((text, piece, index) => text + literalOf(values[index - 1]) + piece)
}

function literalOf(value: unknown): string {
  if (value instanceof Fragment) return joinLiterals(value)
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Array.isArray(value)) return `'{${value.map(numberOf).join(',')}}'`
  return `(${numberOf(value)})`
}

function numberOf(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError('not a number or an instant')
  return String(value)
}
