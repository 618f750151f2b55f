import { isDeepStrictEqual } from 'node:util'

/** Whether an edit changes nothing; absent values are null. Then version and time of change stay as they are. */
export function isUnchanged(before: object, after: object): boolean {
  const given = after as Record<string, unknown>
  return Object.entries(before).every(([name, value]) =>
    isDeepStrictEqual(value ?? null, given[name] ?? null),
  )
}
