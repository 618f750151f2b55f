// Settings of this installation: its name, its map, and where trackers connect.

export type Basemap =
  | { type: 'built-in' }
  | { type: 'pmtiles' | 'raster'; url: string; attribution: string }
  | { type: 'style'; url: string }

/** A map with streets on this server. */
export interface StreetMap {
  name: string
  url: string
  schema: 'protomaps' | 'openmaptiles'
  /** Where it has tiles: west, south, east, north. */
  coverage: [number, number, number, number][]
  minZoom: number
  attribution: string
}

/** A company whose map the operator offers. */
export interface MapProvider {
  id: string
  name: string
  shows: 'streets' | 'imagery'
  type: 'style' | 'raster'
  /** LANGUAGE stands for that of the user. */
  url: string
  darkUrl?: string
  maxZoom?: number
  /** Whether requests must name the origin of this site. */
  needsReferrer?: boolean
  attribution: string
}

export interface WebConfig {
  productName: string
  publicUrl: string
  basemap: Basemap
  maps: StreetMap[]
  providers: MapProvider[]
  gateway: { host: string; port: number }
  /** Passkeys created there are still accepted. */
  formerHosts: string[]
  sendsMail: boolean
  /** Whether anybody can create an account. */
  signsUp: boolean
}

let reading: Promise<WebConfig> | undefined

export function readWebConfig(): Promise<WebConfig> {
  reading ??= fetch('/web/config.json').then((answer) => answer.json() as Promise<WebConfig>)
  reading.catch(() => {
    reading = undefined
  })
  return reading
}
