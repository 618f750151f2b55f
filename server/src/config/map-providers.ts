// Map providers that an operator can choose. Browsers load from them directly, so each names what they learn.

/** Chosen with RASTRO_MAP_PROVIDERS. Nothing of them is loaded before. */
export interface MapProvider {
  id: string
  name: string
  shows: 'streets' | 'imagery'
  type: 'style' | 'raster'
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
  /** What the browsers of users disclose, and to whom. */
  disclosure: string
  /** What the provider requires. */
  terms: string
}

const openStreetMap =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap</a>'

const disclosureTo = (company: string, more = '') =>
  `The browser of each user sends its IP address and the parts of the map it looks at to ${company}${more}.`

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
    disclosure: disclosureTo('OpenFreeMap'),
    terms:
      'Free without a key or a limit, financed by donations, without a guarantee: https://openfreemap.org/tos/',
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
    disclosure: disclosureTo('Protomaps and GitHub', ', and the origin of this site'),
    terms: 'A free key for non-commercial use, commercial use for sponsors: https://protomaps.com/api',
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
    disclosure: disclosureTo('MapTiler', ', and the origin of this site'),
    terms: 'A key with a plan. Restrict it to the origin of this site: https://www.maptiler.com/cloud/terms/',
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
    disclosure: disclosureTo('Stadia Maps', ', and the origin of this site'),
    terms: 'A key with a plan: https://stadiamaps.com/terms-of-service/',
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
    disclosure: disclosureTo('the OpenStreetMap Foundation', ', and the origin of this site'),
    terms:
      'Donated servers for light use, without a guarantee; heavy use is blocked: https://operations.osmfoundation.org/policies/tiles/',
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
    disclosure: disclosureTo('Esri'),
    terms: 'For holders of an ArcGIS licence: https://www.esri.com/legal/terms/full-master-agreement',
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
    disclosure: disclosureTo('EOX IT Services'),
    terms: 'The picture of 2016 is free for any use (CC BY 4.0), in pixels of 10 m: https://cloudless.eox.at',
  },
]
