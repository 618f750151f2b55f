// Schemas are compiled once in a process, not once for each route and status that says the same: the HTTP library asks for
// a compiler anew with every route, and answers of all routes fail in the same words.

const numbers = new Map<string, number>()
const known = new WeakMap<object, number>()

/** The same for all schemas that say the same. */
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

/** Made once for schemas that say the same. */
export function onceForSame<Made>(): (schemas: object[], make: () => Made) => Made {
  const made = new Map<string, Made>()
  return (schemas, make) => {
    const key = schemas.map(numberOf).join()
    const found = made.get(key) ?? make()
    made.set(key, found)
    return found
  }
}
