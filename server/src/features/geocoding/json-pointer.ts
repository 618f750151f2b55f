// JSON pointers (RFC 6901) into answers that are not trusted: only own members of objects and arrays are read.

export function valueAt(json: unknown, pointer: string): unknown {
  let value = json
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** The first that exists. */
export function firstOf(json: unknown, pointers: readonly string[]): unknown {
  for (const pointer of pointers) {
    const value = valueAt(json, pointer)
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}
