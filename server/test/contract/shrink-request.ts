// Shrinks a failing request to the smallest one that still fails.

import type { FuzzRequest } from './fuzz-requests.ts'

const maxTries = 200

export async function shrinkRequest(
  request: FuzzRequest,
  isStillWrong: (smaller: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let smallest = request
  let tries = 0
  for (let isShrinking = true; isShrinking; ) {
    isShrinking = false
    for (const smaller of smallerThan(smallest)) {
      tries += 1
      if (tries > maxTries) return smallest
      if (!(await isStillWrong(smaller))) continue
      smallest = smaller
      isShrinking = true
      break
    }
  }
  return smallest
}

function* smallerThan({ path, body, headers }: FuzzRequest): Generator<FuzzRequest> {
  for (const name of Object.keys(headers)) {
    const { [name]: _left, ...rest } = headers
    yield { path, body, headers: rest }
  }
  const [bare = '', query] = path.split('?')
  const pairs = query?.split('&') ?? []
  for (const [at] of pairs.entries()) {
    const fewer = pairs.toSpliced(at, 1).join('&')
    yield { path: fewer ? `${bare}?${fewer}` : bare, body, headers }
  }
  for (const smaller of smallerTexts(body)) yield { path, body: smaller, headers }
}

function* smallerTexts(body: string | undefined): Generator<string> {
  const value = parse(body)
  if (value !== undefined) {
    for (const smaller of smallerValues(value)) yield JSON.stringify(smaller)
    return
  }
  if (body && body.length > 1) yield body.slice(0, body.length >> 1)
  if (body && body.length > 1) yield body.slice(body.length >> 1)
}

function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string' && value.length > 1) yield value.slice(0, value.length >> 1)
  if (value === null || typeof value !== 'object') return
  if (Array.isArray(value) && value.length > 3) yield value.slice(0, value.length >> 1)
  for (const name of Object.keys(value)) {
    const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
    if (Array.isArray(copy)) copy.splice(Number(name), 1)
    else delete copy[name]
    yield copy
  }
  for (const [name, inner] of Object.entries(value)) {
    for (const smaller of smallerValues(inner)) {
      const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
      copy[name as keyof typeof copy] = smaller as never
      yield copy
    }
  }
}

function parse(body: string | undefined): unknown {
  // Deeper than it could be written again: cut like text.
  if (body && /[[{]{2000}|(\{"a":){2000}/.test(body)) return undefined
  try {
    return JSON.parse(body ?? '')
  } catch {
    return undefined
  }
}
