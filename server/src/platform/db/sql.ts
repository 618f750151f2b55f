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

/**
 * Joins the pieces of a template with $1, $2 … The text is cached by the templates that it consists of: the same
 * statement gets the same string, of which the driver's name is found without hashing kilobytes.
 */
export function join(pieces: readonly string[], values: readonly unknown[]): Joined {
  const joined: Joined = { text: '', values: [] }
  const shape = shapeOf(rootShapes, pieces, values, joined.values)
  // Where a value is sent once for two places, the text depends on the values.
  if (joined.values.some(Buffer.isBuffer)) {
    joined.values = []
    append(joined, pieces, values)
  } else {
    shape.text ??= textOf(pieces, values)
    joined.text = shape.text
  }
  return joined
}

/** A sequence of templates, each with the number of values before it. Together they determine the text. */
interface Shape {
  text?: string
  next: WeakMap<readonly string[], Shape[]>
}
const rootShapes: Shape = { next: new WeakMap() }

/** Also collects the values. */
function shapeOf(
  before: Shape,
  pieces: readonly string[],
  values: readonly unknown[],
  collected: unknown[],
): Shape {
  let shapes = before.next.get(pieces)
  if (!shapes) {
    shapes = []
    before.next.set(pieces, shapes)
  }
  let shape = shapes[collected.length] ?? { next: new WeakMap() }
  shapes[collected.length] = shape
  for (const value of values) {
    if (value instanceof Fragment) shape = shapeOf(shape, value.pieces, value.values, collected)
    else collected.push(value)
  }
  return shape
}

function textOf(pieces: readonly string[], values: readonly unknown[]): string {
  const joined: Joined = { text: '', values: [] }
  append(joined, pieces, values)
  return joined.text
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
