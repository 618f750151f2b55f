// The two schemas of street tiles: the names of layers and attributes that a style needs.
import type { ExpressionSpecification } from 'maplibre-gl'

export type StreetSchema = 'protomaps' | 'openmaptiles'
export type RoadKind = 'highway' | 'major' | 'minor' | 'path' | 'rail'

export interface Vocabulary {
  /** The attribute that distinguishes features of a layer. */
  kind: string
  /** OpenMapTiles has no land: the built-in map has it. */
  earth?: string
  green: [layer: string, kinds: string[]][]
  water: string
  rivers: string
  buildings: string
  roads: string
  roadNames: string
  roadKinds: Record<RoadKind, string[]>
  boundaries: string
  isCountryBorder: ExpressionSpecification
  isBoundary: ExpressionSpecification
  places: string
  townKinds: string[]
  districtKinds: string[]
  stateKinds: string[]
  isLargeTown: ExpressionSpecification
  /** Smaller ones are placed first. */
  townOrder: ExpressionSpecification
}

const trees = ['forest', 'wood', 'grass', 'grassland']
// Ranks of Protomaps increase with population; this one is about 200,000.
const largeTownRank = 10

export const vocabularies: Record<StreetSchema, Vocabulary> = {
  protomaps: {
    kind: 'kind',
    earth: 'earth',
    green: [['landuse', [...trees, 'park', 'nature_reserve', 'national_park', 'cemetery']]],
    water: 'water',
    rivers: 'water',
    buildings: 'buildings',
    roads: 'roads',
    roadNames: 'roads',
    roadKinds: {
      highway: ['highway'],
      major: ['major_road'],
      minor: ['minor_road', 'other'],
      path: ['path'],
      rail: ['rail'],
    },
    boundaries: 'boundaries',
    isCountryBorder: ['==', ['get', 'kind'], 'country'],
    isBoundary: ['match', ['get', 'kind'], ['country', 'region'], true, false],
    places: 'places',
    townKinds: ['locality'],
    districtKinds: ['neighbourhood', 'macrohood'],
    stateKinds: ['region'],
    isLargeTown: ['>=', ['coalesce', ['get', 'population_rank'], 0], largeTownRank],
    townOrder: ['-', ['coalesce', ['get', 'population_rank'], 0]],
  },
  openmaptiles: {
    kind: 'class',
    green: [
      ['landcover', trees],
      ['landuse', ['cemetery', 'stadium', 'pitch']],
      ['park', ['national_park', 'nature_reserve', 'public_park', 'protected_area']],
    ],
    water: 'water',
    rivers: 'waterway',
    buildings: 'building',
    roads: 'transportation',
    roadNames: 'transportation_name',
    roadKinds: {
      highway: ['motorway', 'trunk'],
      major: ['primary', 'secondary', 'tertiary'],
      minor: ['minor', 'service', 'busway'],
      path: ['path', 'track'],
      rail: ['rail', 'transit'],
    },
    boundaries: 'boundary',
    isCountryBorder: ['==', ['get', 'admin_level'], 2],
    isBoundary: ['<=', ['coalesce', ['get', 'admin_level'], 9], 4],
    places: 'place',
    townKinds: ['city', 'town', 'village', 'hamlet'],
    districtKinds: ['suburb', 'quarter', 'neighbourhood'],
    stateKinds: ['state', 'province'],
    isLargeTown: ['==', ['get', 'class'], 'city'],
    townOrder: ['coalesce', ['get', 'rank'], 99],
  },
}
