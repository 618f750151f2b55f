import { RastroError } from '@rastro/client'

/** The server's message for one field of a request. */
export function faultAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof RastroError)) return undefined
  return error.details.find((fault) => fault.path === path)?.message
}

/** The same for a field or one of its items, as in `groupIds.0`. */
export function faultUnder(error: unknown, path: string): string | undefined {
  if (!(error instanceof RastroError)) return undefined
  return error.details.find((fault) => fault.path === path || fault.path.startsWith(`${path}.`))?.message
}

/** Faults of fields that are not shown belong to the whole form. */
export function isElsewhere(error: unknown, paths: string[]): boolean {
  return error !== null && error !== undefined && !paths.some((path) => faultUnder(error, path))
}
