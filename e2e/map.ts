// Reads what the map draws. The product has no hook for tests, so the map is found through React's internals.

import type { JSHandle, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Town } from '../server/test/town.ts'

interface Drawn {
  properties: Record<string, unknown>
  geometry: { coordinates: [number, number] }
}

/** The part of MapLibre's map that the tests use. */
export interface LibraryMap {
  getCenter(): { lng: number; lat: number }
  getZoom(): number
  /** The code of its worker and all visible tiles are loaded. */
  loaded(): boolean
  getLayer(id: string): object | undefined
  getSource(id: string): { serialize(): { data: unknown } } | undefined
  queryRenderedFeatures(query: { layers: string[] }): Drawn[]
  project(at: [number, number]): { x: number; y: number }
}

/** Waits for the map. */
export async function mapOf(page: Page): Promise<JSHandle<LibraryMap>> {
  return (await page.waitForFunction(() => {
    interface Fiber {
      return?: Fiber
      memoizedProps?: { value?: { map?: { queryRenderedFeatures?: unknown } } }
    }
    const element = document.querySelector('[data-testid=map]')
    const key = Object.keys(element ?? {}).find((name) => name.startsWith('__reactFiber$'))
    let fiber = key ? (element as unknown as Record<string, Fiber>)[key] : undefined
    for (; fiber; fiber = fiber.return) {
      const map = fiber.memoizedProps?.value?.map
      if (map?.queryRenderedFeatures) return map
    }
    return undefined
  })) as JSHandle<LibraryMap>
}

export interface Shown {
  name: unknown
  longitude: number
  latitude: number
}

/** The devices drawn right now. */
export async function devicesOn(page: Page, layer = 'fleet-devices'): Promise<Shown[]> {
  const map = await mapOf(page)
  return map.evaluate((map, layer) => {
    const features = map.getLayer(layer) ? map.queryRenderedFeatures({ layers: [layer] }) : []
    return features.map(({ properties, geometry }) => {
      const [longitude, latitude] = geometry.coordinates
      return { name: properties.name, longitude, latitude }
    })
  }, layer)
}

/** The points of a line, in order. */
export async function lineOf(page: Page, source: string): Promise<[number, number][]> {
  const map = await mapOf(page)
  return map.evaluate((map, source) => {
    const data = map.getSource(source)?.serialize().data as { geometry: { coordinates: [number, number][] } }
    return data?.geometry.coordinates ?? []
  }, source)
}

/** Everything in a source, also outside the visible part. */
export async function featuresOf(page: Page, source: string): Promise<Drawn[]> {
  const map = await mapOf(page)
  return map.evaluate((map, source) => {
    const data = map.getSource(source)?.serialize().data as { features: Drawn[] } | undefined
    return data?.features ?? []
  }, source)
}

/** Moves the map, and waits until everything is drawn. */
export async function lookAt(page: Page, { longitude, latitude }: Town, zoom: number): Promise<void> {
  const map = await mapOf(page)
  await map.evaluate(
    (map, [longitude, latitude, zoom]) => {
      const library = map as unknown as { jumpTo(to: { center: number[]; zoom: number }): void }
      library.jumpTo({ center: [longitude!, latitude!], zoom: zoom! })
    },
    [longitude, latitude, zoom],
  )
  await expect.poll(() => map.evaluate((map) => map.loaded()), { timeout: 30_000 }).toBe(true)
}
