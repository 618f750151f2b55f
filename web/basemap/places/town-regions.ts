// The region of each town. One that lies off the drawn coast, or on the other side of a drawn border, has that of the
// nearest town of its country that does not.

interface Located {
  latitude: number
  longitude: number
  country: string
  /** As drawn; 0 at sea. */
  region: number
}

export function townRegions(towns: Located[], countryOfRegion: string[]): Uint16Array {
  const isRight = ({ region, country }: Located) => region > 0 && countryOfRegion[region - 1] === country
  const byCountry = Map.groupBy(towns.filter(isRight), ({ country }) => country)
  return Uint16Array.from(towns, (town) => {
    if (isRight(town)) return town.region
    const others = byCountry.get(town.country) ?? []
    const nearest = others.reduce<Located | undefined>(
      (best, other) => (best && squared(town, best) <= squared(town, other) ? best : other),
      undefined,
    )
    // A country without a region of its own: as drawn, or the one of that name.
    return nearest?.region ?? (countryOfRegion.indexOf(town.country) + 1 || town.region)
  })
}

function squared(one: Located, other: Located): number {
  const across = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return across ** 2 + (one.latitude - other.latitude) ** 2
}
