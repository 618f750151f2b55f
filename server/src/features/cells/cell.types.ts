/** A cell as the others know it. */
export interface Cell {
  number: number
  apiUrl: string
  gatewayHost: string
  gatewayPort: number
}

/** Whatever is all that a comer shows of himself. Each is unique over all cells. */
export const nameKinds = ['user', 'identifier', 'share', 'ingest_key'] as const
export type NameKind = (typeof nameKinds)[number]

/** Where an account lives, and where it is going, while it moves. */
export interface Residence {
  accountNumber: number
  publicId: string
  cell: number
  movingTo: number | null
}
