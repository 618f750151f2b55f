// What a change changed: the fields that are not the same before and after, however deep.

export interface Difference {
  /** `limits.emailsPerDay` */
  path: string
  before: string | undefined
  after: string | undefined
}

export function differencesOf(before: unknown, after: unknown): Difference[] {
  const old = flat(before)
  const now = flat(after)
  const paths = [...new Set([...old.keys(), ...now.keys()])]
  return paths
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter((one) => one.before !== one.after)
}

/** Leaves by their paths. What is empty counts as absent: a new thing is told by what it has. */
function flat(value: unknown, path = '', leaves = new Map<string, string>()): Map<string, string> {
  if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) flat(part, path ? `${path}.${name}` : name, leaves)
    return leaves
  }
  const text = textOf(value)
  if (text !== undefined) leaves.set(path, text)
  return leaves
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(itemOf).join(', ')
  return String(value)
}

function itemOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What the thing is called, where the change says so. */
export function nameIn(before: unknown, after: unknown): string | undefined {
  for (const document of [after, before]) {
    if (isObject(document) && typeof document.name === 'string') return document.name
  }
  return undefined
}
