// JSON Patch (RFC 6902) on a copy: the whole patch, or the first operation that fails. Only what a document has itself is
// reached, so that no path leads to a prototype.

export type Operation =
  | { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; path: string; from: string }

export type Patched =
  | { kind: 'done'; document: unknown }
  /** Either a test found another value, or there is nothing at a path. */
  | { kind: 'failed'; index: number; path: string; isTest: boolean }

/** Each copy can double a document: without a bound, thirty operations make gigabytes. */
const maxCopied = 1_000_000

type Holder = Record<string, unknown> | unknown[]
interface Spot {
  holder: Holder
  key: string
}

class NoSuchPath extends Error {
  readonly path: string
  constructor(path: string) {
    super()
    this.path = path
  }
}

export function applyPatch(document: unknown, operations: Operation[]): Patched {
  // The document hangs under an empty name: so "" is a place like any other.
  const root: Holder = { '': structuredClone(document) }
  const budget = { characters: maxCopied }
  for (const [index, operation] of operations.entries()) {
    try {
      if (!apply(root, operation, budget))
        return { kind: 'failed', index, path: operation.path, isTest: true }
    } catch (error) {
      if (!(error instanceof NoSuchPath)) throw error
      return { kind: 'failed', index, path: error.path, isTest: false }
    }
  }
  return { kind: 'done', document: root[''] }
}

function apply(root: Holder, operation: Operation, budget: { characters: number }): boolean {
  const { op, path } = operation
  switch (op) {
    case 'add':
      put(spotOf(root, path), path, structuredClone(operation.value))
      return true
    case 'remove':
      take(spotOf(root, path), path)
      return true
    case 'replace': {
      const spot = spotOf(root, path)
      read(spot, path)
      set(spot, structuredClone(operation.value))
      return true
    }
    case 'move': {
      // Nothing can be moved into itself.
      if (path.startsWith(`${operation.from}/`)) throw new NoSuchPath(path)
      const value = take(spotOf(root, operation.from), operation.from)
      put(spotOf(root, path), path, value)
      return true
    }
    case 'copy': {
      const text = JSON.stringify(read(spotOf(root, operation.from), operation.from))
      budget.characters -= text.length
      if (budget.characters < 0) throw new NoSuchPath(path)
      put(spotOf(root, path), path, JSON.parse(text))
      return true
    }
    case 'test':
      return isSame(read(spotOf(root, path), path), operation.value)
  }
}

/** The place that a JSON Pointer (RFC 6901) means: what holds it, and its name or index there. */
function spotOf(root: Holder, path: string): Spot {
  if (path !== '' && !path.startsWith('/')) throw new NoSuchPath(path)
  const keys = path.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  let holder: unknown = root
  for (const key of keys.slice(0, -1)) holder = read({ holder: holderOf(holder, path), key }, path)
  const key = keys.at(-1) ?? ''
  // As a name of its own it would set the prototype instead.
  if (key === '__proto__') throw new NoSuchPath(path)
  return { holder: holderOf(holder, path), key }
}

function holderOf(value: unknown, path: string): Holder {
  if (value === null || typeof value !== 'object') throw new NoSuchPath(path)
  return value as Holder
}

function read({ holder, key }: Spot, path: string): unknown {
  const isThere = Array.isArray(holder)
    ? isIndex(key) && Number(key) < holder.length
    : Object.hasOwn(holder, key)
  if (!isThere) throw new NoSuchPath(path)
  return (holder as Record<string, unknown>)[key]
}

function put(spot: Spot, path: string, value: unknown): void {
  const { holder, key } = spot
  if (!Array.isArray(holder)) {
    set(spot, value)
    return
  }
  const index = key === '-' ? holder.length : isIndex(key) ? Number(key) : Number.POSITIVE_INFINITY
  if (index > holder.length) throw new NoSuchPath(path)
  holder.splice(index, 0, value)
}

function take(spot: Spot, path: string): unknown {
  const value = read(spot, path)
  const { holder, key } = spot
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
  return value
}

function set({ holder, key }: Spot, value: unknown): void {
  ;(holder as Record<string, unknown>)[key] = value
}

/** RFC 6901: digits without leading zeros. */
function isIndex(key: string): boolean {
  return /^(0|[1-9]\d*)$/.test(key)
}

/** Equal as JSON values (RFC 6902, section 4.6): the order of names does not matter, that of elements does. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object')
    return left === right
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(left[name as never], right[name as never]))
  )
}
