import { Type } from 'typebox'
import { shownByProviders } from '../../config/map-providers.ts'

export const namePattern = '[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?'
export const hashLength = 12

const Longitude = Type.Number({ minimum: -180, maximum: 180 })
const Latitude = Type.Number({ minimum: -90, maximum: 90 })

/** The file beside each archive that registers it. */
export const MapDescription = Type.Object({
  name: Type.String({ pattern: `^${namePattern}$` }),
  /** Contains a part of the checksum, so that its content never changes. */
  file: Type.String({ pattern: `^${namePattern}-[0-9a-f]{${hashLength}}\\.pmtiles$` }),
  bytes: Type.Integer({ minimum: 1 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** West, south, east, north. */
  bounds: Type.Tuple([Longitude, Latitude, Longitude, Latitude]),
  /** Where it has tiles. */
  coverage: Type.Array(Type.Tuple([Longitude, Latitude, Longitude, Latitude]), {
    minItems: 1,
    maxItems: 300,
  }),
  minZoom: Type.Integer({ minimum: 0, maximum: 22 }),
  maxZoom: Type.Integer({ minimum: 0, maximum: 22 }),
  schema: Type.Union([Type.Literal('protomaps'), Type.Literal('openmaptiles'), Type.Literal('pictures')]),
  /** Of pictures: their width and height. */
  tileSizePx: Type.Optional(Type.Union([Type.Literal(256), Type.Literal(512)])),
  /** HTML with text and links only. */
  attribution: Type.String({ maxLength: 2_000 }),
  tiles: Type.Integer({ minimum: 1 }),
  addedAt: Type.String(),
  /** The path or address that it was made from, without credentials and query. */
  source: Type.String(),
})

export const MapProviderView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    shows: Type.Enum([...shownByProviders], { type: 'string' }),
    receivers: Type.Array(Type.String(), {
      description: "Who gets the IP address of users' browsers and the parts of the map they look at.",
    }),
    namesSite: Type.Boolean({ description: 'Whether they also get the origin of this site.' }),
    needsKey: Type.Boolean(),
    termsUrl: Type.String(),
    isChosen: Type.Boolean({ description: 'Whether users can choose it.' }),
  },
  { $id: 'MapProvider', title: 'MapProvider' },
)
