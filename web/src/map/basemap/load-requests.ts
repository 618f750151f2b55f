// Requests to providers that refuse anonymous sites: they get the origin of this site, but not the page.
import type { RequestTransformFunction } from 'maplibre-gl'

/** Of the providers that can be shown. */
export function requestsTo(origins: Set<string>): RequestTransformFunction {
  return (url) => {
    const isNamed = URL.canParse(url) && origins.has(new URL(url).origin)
    return isNamed ? { url, referrerPolicy: 'origin' } : undefined
  }
}
