/** A cell's directory entry. */
export interface Cell {
  number: number
  apiUrl: string
  gatewayHost: string
  gatewayPort: number
}

/** Names that identify an account before authentication. Each is unique across all cells. */
export const nameKinds = ['user', 'identifier', 'share', 'ingest_key', 'domain'] as const
export type NameKind = (typeof nameKinds)[number]

/** The home cell of an account, and the target cell during a move. */
export interface HomeCell {
  accountNumber: number
  publicId: string
  cell: number
  movingTo: number | null
}
