// For pages that a link opens.

import { RastroError } from '@rastro/client'
import { useLocation } from '@tanstack/react-router'

/** The part of the URL behind `#`. */
export function useLinkSecret(): string {
  return useLocation().hash
}

/** A truncated link is refused as invalid input. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof RastroError)) return false
  return error.status === 404 || error.details.some(({ path }) => path === 'secret')
}
