// Compiles equal schemas once per process, not once per route and status: Fastify requests a compiler for every route,
// and all routes have the same error schema.

const numbers = new Map<string, number>()
const known = new WeakMap<object, number>()

/** The same number for equal schemas. */
export function numberOf(schema: object): number {
  let number = known.get(schema)
  if (number === undefined) {
    const text = JSON.stringify(schema)
    number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    known.set(schema, number)
  }
  return number
}

/** Caches a value per list of equal schemas. */
export function cacheBySchemas<T>(): (schemas: object[], make: () => T) => T {
  const cached = new Map<string, T>()
  return (schemas, make) => {
    const key = schemas.map(numberOf).join()
    const found = cached.get(key) ?? make()
    cached.set(key, found)
    return found
  }
}
