// The meters of a device: its odometer and its hour meter. Both are counted in whole numbers of a small unit.

export const meters = ['odometer', 'engine'] as const
export type Meter = (typeof meters)[number]

/** Centimetres of a kilometre, seconds of an hour. */
export const unitsOf: Record<Meter, number> = { odometer: 100_000, engine: 3_600 }

export interface Counted {
  cm: number
  engineSeconds: number | null
}

/** Unknown engine time counts as none. */
export function countOf(meter: Meter, { cm, engineSeconds }: Counted): number {
  return meter === 'odometer' ? cm : (engineSeconds ?? 0)
}

/** As the API shows it: kilometres or hours. */
export function toShown(meter: Meter, value: number): number {
  return value / unitsOf[meter]
}

export function fromShown(meter: Meter, shown: number): number {
  return Math.round(shown * unitsOf[meter])
}
