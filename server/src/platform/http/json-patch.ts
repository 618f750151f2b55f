// JSON Patch (RFC 6902) on a copy: applies the whole patch, or reports the first failed operation. Only own properties
// are reachable, so no path leads to a prototype.

export type Operation =
  | { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; path: string; from: string }

export type Patched =
  | { kind: 'done'; document: unknown }
  /** A test found another value, or a path does not exist. */
  | { kind: 'failed'; index: number; path: string; isTest: boolean }

/** Each copy can double a document: without a limit, thirty operations produce gigabytes. */
const maxCopied = 1_000_000

type Container = Record<string, unknown> | unknown[]
interface Target {
  container: Container
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
  // The document is the value of an empty key, so the path "" needs no special case.
  const root: Container = { '': structuredClone(document) }
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

function apply(root: Container, operation: Operation, budget: { characters: number }): boolean {
  const { op, path } = operation
  switch (op) {
    case 'add':
      put(targetOf(root, path), path, structuredClone(operation.value))
      return true
    case 'remove':
      take(targetOf(root, path), path)
      return true
    case 'replace': {
      const target = targetOf(root, path)
      read(target, path)
      set(target, structuredClone(operation.value))
      return true
    }
    case 'move': {
      // A value cannot be moved into itself.
      if (path.startsWith(`${operation.from}/`)) throw new NoSuchPath(path)
      const value = take(targetOf(root, operation.from), operation.from)
      put(targetOf(root, path), path, value)
      return true
    }
    case 'copy': {
      const text = JSON.stringify(read(targetOf(root, operation.from), operation.from))
      budget.characters -= text.length
      if (budget.characters < 0) throw new NoSuchPath(path)
      put(targetOf(root, path), path, JSON.parse(text))
      return true
    }
    case 'test':
      return isSame(read(targetOf(root, path), path), operation.value)
  }
}

/** The target of a JSON Pointer (RFC 6901): its container, and its key or index in it. */
function targetOf(root: Container, path: string): Target {
  if (path !== '' && !path.startsWith('/')) throw new NoSuchPath(path)
  const keys = path.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  let container: unknown = root
  for (const key of keys.slice(0, -1))
    container = read({ container: containerOf(container, path), key }, path)
  const key = keys.at(-1) ?? ''
  // Assigning this key would set the prototype.
  if (key === '__proto__') throw new NoSuchPath(path)
  return { container: containerOf(container, path), key }
}

function containerOf(value: unknown, path: string): Container {
  if (value === null || typeof value !== 'object') throw new NoSuchPath(path)
  return value as Container
}

function read({ container, key }: Target, path: string): unknown {
  const isThere = Array.isArray(container)
    ? isIndex(key) && Number(key) < container.length
    : Object.hasOwn(container, key)
  if (!isThere) throw new NoSuchPath(path)
  return (container as Record<string, unknown>)[key]
}

function put(target: Target, path: string, value: unknown): void {
  const { container, key } = target
  if (!Array.isArray(container)) {
    set(target, value)
    return
  }
  const index = key === '-' ? container.length : isIndex(key) ? Number(key) : Number.POSITIVE_INFINITY
  if (index > container.length) throw new NoSuchPath(path)
  container.splice(index, 0, value)
}

function take(target: Target, path: string): unknown {
  const value = read(target, path)
  const { container, key } = target
  if (Array.isArray(container)) container.splice(Number(key), 1)
  else delete container[key]
  return value
}

function set({ container, key }: Target, value: unknown): void {
  ;(container as Record<string, unknown>)[key] = value
}

/** RFC 6901: digits without leading zeros. */
function isIndex(key: string): boolean {
  return /^(0|[1-9]\d*)$/.test(key)
}

/** Equal as JSON values (RFC 6902, section 4.6): the order of keys does not matter, that of elements does. */
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
