export const directions = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
export type Direction = (typeof directions)[number]

/** Where a point lies, by the data that Rastro contains. */
export interface Place {
  /** The nearest one. */
  town: string
  /** From the middle of the town; 0 within it. */
  distanceM: number
  /** From the town; null within it. */
  direction: Direction | null
  /** Null at sea. */
  region: string | null
  /** Two letters; null at sea. */
  country: string | null
  /** Null on land. */
  sea: string | null
  /** Of the town: that of the point, unless it is at sea or beyond a border. */
  townCountry: string
}
