// The last known fleet, kept in this browser for times without a connection: positions with the time at which they were
// current. Only where the user chose it, or where the page is installed as an app.

import type { Row } from '../live/fleet.types.ts'
import { keepInBrowser } from '../ui/keep-in-browser.ts'
import { isInstalled } from './push.ts'

const cacheName = 'last-fleet'
const cacheKey = '/last-fleet'
const choiceKey = 'rastro.offline'
export const maxKeptRows = 2_000

export interface LastFleet {
  userId: string
  /** When it was current; epoch ms. */
  atMs: number
  total: number
  rows: Row[]
}

/** Browsers have no caches on pages without TLS. */
export const canKeepFleet = 'caches' in globalThis

export function keepsFleet(): boolean {
  const choice = localStorage.getItem(choiceKey)
  return canKeepFleet && (choice === null ? isInstalled() : choice === 'true')
}

export async function chooseToKeepFleet(isWanted: boolean): Promise<void> {
  keepInBrowser(choiceKey, isWanted)
  if (!isWanted) await forgetFleet()
}

export async function keepFleet(fleet: LastFleet): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(cacheKey, Response.json(fleet))
}

export async function readFleet(): Promise<LastFleet | undefined> {
  if (!canKeepFleet) return undefined
  return (await caches.match(cacheKey, { cacheName }))?.json()
}

export async function forgetFleet(): Promise<void> {
  if (canKeepFleet) await caches.delete(cacheName)
}
