import { RastroError } from '@rastro/client'

/** What the server says about one field of a request. */
export function faultAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof RastroError)) return undefined
  return error.details.find((fault) => fault.path === path)?.message
}

/** Where no field shown can say it, the whole form has to. */
export function isElsewhere(error: unknown, paths: string[]): boolean {
  return error !== null && error !== undefined && !paths.some((path) => faultAt(error, path))
}
