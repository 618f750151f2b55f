// The camera in the URL: `at=zoom/latitude/longitude`. The last one is remembered by this browser, for each account.

import type { Map as MapLibre } from 'maplibre-gl'
import { keepInBrowser } from '../ui/keep-in-browser.ts'

export interface Camera {
  center: [number, number]
  zoom: number
}

const world: Camera = { center: [-15, 22], zoom: 1.6 }
const storageKey = 'rastro.camera'

export function parseCamera(text: string | undefined): Camera | undefined {
  const [zoom, latitude, longitude] = (text ?? '').split('/').map(Number)
  if (zoom === undefined || latitude === undefined || longitude === undefined) return undefined
  if (![zoom, latitude, longitude].every(Number.isFinite) || Math.abs(latitude) > 90) return undefined
  return { center: [longitude, latitude], zoom: Math.min(Math.max(zoom, 0), 19) }
}

export function cameraOf(map: MapLibre): string {
  const { lng, lat } = map.getCenter().wrap()
  return `${map.getZoom().toFixed(2)}/${lat.toFixed(4)}/${lng.toFixed(4)}`
}

/** Before the account is known: the camera of the last one. A guest of a share link has none. */
export function readCamera(isGuest: boolean, search = location.search): Camera {
  const inUrl = parseCamera(new URLSearchParams(search).get('at') ?? undefined)
  return inUrl ?? (isGuest ? undefined : parseCamera(remembered()?.at)) ?? world
}

export function rememberCamera(accountId: string, at: string): void {
  keepInBrowser(storageKey, { accountId, at })
}

export function rememberedCamera(accountId: string): Camera | undefined {
  const last = remembered()
  return last?.accountId === accountId ? parseCamera(last.at) : undefined
}

function remembered(): { accountId: string; at: string } | undefined {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
