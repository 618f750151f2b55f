import { Type } from 'typebox'
import { directions } from './place.types.ts'

const orNull = <S extends ReturnType<typeof Type.String>>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const name = Type.String()

export const PlaceView = Type.Object(
  {
    name: Type.String({
      description:
        'One line, in the language of `Accept-Language` (en, es or pt) and the units of `Prefer: units=metric` (or imperial, nautical).',
      examples: ['8 km E of Calatayud, Zaragoza, Spain'],
    }),
    shortName: Type.String({
      description: 'The geofence, or the town with distance and direction.',
      examples: ['8 km E of Calatayud'],
    }),
    geofence: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
      description: 'The smallest geofence around the point that the caller may see.',
    }),
    town: Type.String({ description: 'The nearest town of 1,000 inhabitants or more, by GeoNames.' }),
    distance: Type.Integer({ minimum: 0, description: 'Metres from the middle of the town; 0 within it.' }),
    direction: Type.Union([Type.Enum([...directions], { type: 'string' }), Type.Null()], {
      description: 'From the town; null within it.',
    }),
    region: orNull(name, 'Province, state or department. Null at sea.'),
    country: orNull(name, 'ISO 3166-1, two letters. Null at sea.'),
    sea: orNull(name, 'Null on land.'),
  },
  {
    $id: 'Place',
    title: 'Place',
    description: 'Where a point lies. Computed when it is read, never stored.',
  },
)

const { geofence: _, name: placeName, shortName, ...described } = PlaceView.properties

/** For programs of an account, whose users see different geofences. */
export const DescribedPlaceView = Type.Object(
  {
    name: Type.String({ ...placeName, description: 'One line, in English and metric units.' }),
    shortName: Type.String({ ...shortName, description: 'The town with distance and direction.' }),
    ...described,
  },
  { title: 'DescribedPlace', description: 'Where it was, without geofences: those have visits.' },
)
