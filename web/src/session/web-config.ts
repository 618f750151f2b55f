// Settings of this installation: its name, its map, and where trackers connect.

export type Basemap =
  | { type: 'built-in' }
  | { type: 'pmtiles' | 'raster'; url: string; attribution: string }
  | { type: 'style'; url: string }

interface OwnMap {
  name: string
  url: string
  /** Where it has tiles: west, south, east, north. */
  coverage: [number, number, number, number][]
  minZoom: number
  attribution: string
}

/** A map with streets on this server. */
export interface StreetMap extends OwnMap {
  schema: 'protomaps' | 'openmaptiles'
}

/** Pictures on this server, such as an aerial photograph. */
export interface PictureMap extends OwnMap {
  schema: 'pictures'
  tileSizePx: number
}

/** A company whose map the operator offers. */
export interface MapProvider {
  id: string
  name: string
  /** Nautical marks and terrain are drawn above any map. */
  shows: 'streets' | 'imagery' | 'nautical' | 'terrain'
  /** `elevation`: raster tiles with heights as colors. */
  type: 'style' | 'raster' | 'elevation'
  /** LANGUAGE stands for that of the user. */
  url: string
  darkUrl?: string
  maxZoom?: number
  /** Whether requests must name the origin of this site. */
  needsReferrer?: boolean
  attribution: string
}

/** Another map that a link opens at a position. */
export type OpenInTarget = 'osm' | 'google' | 'apple' | 'waze' | 'geo'

export interface BrandPicture {
  url: string
  width: number
  height: number
}

/** Name, color and pictures of this server, or of the account's reseller. */
export interface WebBrand {
  name: string
  shortName: string
  color: string
  /** The texts and links of the sign-in page. */
  sentence: string | null
  helpUrl: string | null
  termsUrl: string | null
  privacyUrl: string | null
  imprintUrl: string | null
  supportEmail: string | null
  supportPhone: string | null
  pictures: Record<'logoLight' | 'logoDark' | 'icon' | 'icon192', BrandPicture | null>
}

export interface WebConfig {
  /** The name of the brand. */
  productName: string
  brand: WebBrand
  publicUrl: string
  basemap: Basemap
  maps: (StreetMap | PictureMap)[]
  providers: MapProvider[]
  openIn: OpenInTarget[]
  gateway: { host: string; port: number; tlsPort?: number }
  /** Passkeys created there are still accepted. */
  formerHosts: string[]
  sendsMail: boolean
  takesMqtt: boolean
  /** Whether anybody can create an account. */
  signsUp: boolean
  /** Whether this host has the documentation. */
  hasDocs: boolean
}

let reading: Promise<WebConfig> | undefined

export function readWebConfig(): Promise<WebConfig> {
  reading ??= fetch('/web/config.json').then((answer) => answer.json() as Promise<WebConfig>)
  reading.catch(() => {
    reading = undefined
  })
  return reading
}
