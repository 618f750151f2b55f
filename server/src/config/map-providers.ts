// Map providers that an operator can choose. Browsers load from them directly, so each names what they learn.

/** Nautical marks and terrain are overlays: users switch them on above any map. */
export const shownByProviders = ['streets', 'imagery', 'nautical', 'terrain'] as const
/** `elevation`: raster tiles with heights as colors (Terrarium), which browsers shade. */
export const providerTypes = ['style', 'raster', 'elevation'] as const

/** Chosen with RASTRO_MAP_PROVIDERS. Nothing of them is loaded before. */
export interface MapProvider {
  id: string
  name: string
  shows: (typeof shownByProviders)[number]
  type: (typeof providerTypes)[number]
  /** `KEY` stands for the key, `LANGUAGE` for en, es or pt. */
  url: string
  /** The same for the dark theme; without it the same map is shown. */
  darkUrl?: string
  /** Of raster tiles: higher zooms enlarge them. */
  maxZoom?: number
  needsKey?: true
  /** Refuses requests that do not name the site. It learns its origin, not the page. */
  needsReferrer?: true
  /** Where browsers load styles, tiles, fonts and symbols from. */
  origins: string[]
  /** HTML with text and links only. Empty if the style brings its own. */
  attribution: string
  /** Who learns what the browsers of users disclose. */
  receivers: string[]
  /** What the provider requires. */
  terms: string
  termsUrl: string
}

const openStreetMap =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap</a>'

/** What the browsers of users disclose, and to whom. */
export function disclosureOf({
  receivers,
  needsReferrer,
}: Pick<MapProvider, 'receivers' | 'needsReferrer'>): string {
  const origin = needsReferrer ? ', and the origin of this site' : ''
  return `The browser of each user sends its IP address and the parts of the map it looks at to ${receivers.join(' and ')}${origin}.`
}

export const mapProviders: MapProvider[] = [
  {
    id: 'openfreemap',
    name: 'OpenFreeMap',
    shows: 'streets',
    type: 'style',
    url: 'https://tiles.openfreemap.org/styles/bright',
    darkUrl: 'https://tiles.openfreemap.org/styles/dark',
    origins: ['https://tiles.openfreemap.org'],
    attribution: '',
    receivers: ['OpenFreeMap'],
    terms: 'Free without a key or a limit, financed by donations, without a guarantee.',
    termsUrl: 'https://openfreemap.org/tos/',
  },
  {
    id: 'protomaps',
    name: 'Protomaps',
    shows: 'streets',
    type: 'style',
    url: 'https://api.protomaps.com/styles/v5/light/LANGUAGE.json?key=KEY',
    darkUrl: 'https://api.protomaps.com/styles/v5/dark/LANGUAGE.json?key=KEY',
    needsKey: true,
    needsReferrer: true,
    origins: ['https://api.protomaps.com', 'https://protomaps.github.io'],
    attribution: '',
    receivers: ['Protomaps', 'GitHub'],
    terms: 'A free key for non-commercial use, commercial use for sponsors.',
    termsUrl: 'https://protomaps.com/api',
  },
  {
    id: 'maptiler',
    name: 'MapTiler',
    shows: 'streets',
    type: 'style',
    url: 'https://api.maptiler.com/maps/streets-v2/style.json?key=KEY',
    darkUrl: 'https://api.maptiler.com/maps/streets-v2-dark/style.json?key=KEY',
    needsKey: true,
    needsReferrer: true,
    origins: ['https://api.maptiler.com'],
    attribution: '',
    receivers: ['MapTiler'],
    terms: 'A key with a plan. Restrict it to the origin of this site.',
    termsUrl: 'https://www.maptiler.com/cloud/terms/',
  },
  {
    id: 'stadia',
    name: 'Stadia Maps',
    shows: 'streets',
    type: 'style',
    url: 'https://tiles.stadiamaps.com/styles/osm_bright.json?api_key=KEY',
    darkUrl: 'https://tiles.stadiamaps.com/styles/alidade_smooth_dark.json?api_key=KEY',
    needsKey: true,
    needsReferrer: true,
    origins: ['https://tiles.stadiamaps.com'],
    attribution: '',
    receivers: ['Stadia Maps'],
    terms: 'A key with a plan.',
    termsUrl: 'https://stadiamaps.com/terms-of-service/',
  },
  {
    id: 'openstreetmap',
    name: 'OpenStreetMap',
    shows: 'streets',
    type: 'raster',
    url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    maxZoom: 19,
    needsReferrer: true,
    origins: ['https://tile.openstreetmap.org'],
    attribution: openStreetMap,
    receivers: ['OpenStreetMap Foundation'],
    terms: 'Donated servers for light use, without a guarantee; heavy use is blocked.',
    termsUrl: 'https://operations.osmfoundation.org/policies/tiles/',
  },
  {
    id: 'esri-imagery',
    name: 'Esri World Imagery',
    shows: 'imagery',
    type: 'raster',
    url: 'https://server.arcgisonline.com/ArcGIS/rest/services/World_Imagery/MapServer/tile/{z}/{y}/{x}',
    maxZoom: 18,
    origins: ['https://server.arcgisonline.com'],
    attribution: 'Esri, Vantor, Earthstar Geographics, and the GIS User Community',
    receivers: ['Esri'],
    terms: 'For holders of an ArcGIS licence.',
    termsUrl: 'https://www.esri.com/legal/terms/full-master-agreement',
  },
  {
    id: 'sentinel-2',
    name: 'Sentinel-2 cloudless',
    shows: 'imagery',
    type: 'raster',
    url: 'https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless_3857/default/g/{z}/{y}/{x}.jpg',
    maxZoom: 14,
    origins: ['https://tiles.maps.eox.at'],
    attribution:
      '<a href="https://s2maps.eu" target="_blank" rel="noopener">Sentinel-2 cloudless</a> by EOX IT Services GmbH (contains modified Copernicus Sentinel data 2016 and 2017)',
    receivers: ['EOX IT Services'],
    terms: 'The picture of 2016 is free for any use (CC BY 4.0), in pixels of 10 m.',
    termsUrl: 'https://cloudless.eox.at',
  },
  {
    id: 'openseamap',
    name: 'OpenSeaMap',
    shows: 'nautical',
    type: 'raster',
    url: 'https://tiles.openseamap.org/seamark/{z}/{x}/{y}.png',
    maxZoom: 18,
    origins: ['https://tiles.openseamap.org'],
    attribution: '<a href="https://www.openseamap.org" target="_blank" rel="noopener">© OpenSeaMap</a>',
    receivers: ['OpenSeaMap'],
    terms: 'Buoys, lights and harbours, by volunteers, without a guarantee. Not for navigation.',
    termsUrl: 'https://www.openseamap.org/index.php?id=imprint',
  },
  {
    id: 'terrain-tiles',
    name: 'Terrain Tiles',
    shows: 'terrain',
    type: 'elevation',
    url: 'https://elevation-tiles-prod.s3.amazonaws.com/terrarium/{z}/{x}/{y}.png',
    maxZoom: 15,
    origins: ['https://elevation-tiles-prod.s3.amazonaws.com'],
    attribution:
      '<a href="https://github.com/tilezen/joerd/blob/master/docs/attribution.md" target="_blank" rel="noopener">Terrain Tiles</a> (Mapzen)',
    receivers: ['Amazon Web Services'],
    terms: 'Open data with attribution, without a guarantee.',
    termsUrl: 'https://registry.opendata.aws/terrain-tiles/',
  },
]
