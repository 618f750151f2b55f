// For routes whose only credential is a link.

import { createClient, RastroError } from '@rastro/client'
import { useLocation } from '@tanstack/react-router'

export const openClient = createClient({ url: globalThis.location?.origin ?? '', token: async () => 'none' })

/** The part of the URL behind `#`. */
export function useLinkSecret(): string {
  return useLocation().hash
}

/** A truncated link is refused as invalid input. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof RastroError)) return false
  return error.status === 404 || error.details.some(({ path }) => path === 'secret')
}
