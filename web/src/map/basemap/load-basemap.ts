// Prepares MapLibre before the first map: its worker and the PMTiles protocol.
import { addProtocol, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

let isLoaded = false

export function loadBasemap(): void {
  if (isLoaded) return
  isLoaded = true
  setWorkerUrl(workerUrl)
  addProtocol('pmtiles', new Protocol().tile)
}
