// Settings of this installation: its name, its map, and where trackers connect.

export type Basemap =
  | { type: 'built-in' }
  | { type: 'pmtiles' | 'raster'; url: string; attribution: string }
  | { type: 'style'; url: string }

export interface WebConfig {
  productName: string
  publicUrl: string
  basemap: Basemap
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
