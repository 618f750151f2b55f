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
    else joined.text += `$${joined.values.push(value)}`
  }
}
