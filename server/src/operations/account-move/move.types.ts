import type { Db } from '../../platform/db/db.ts'

/** One of the two cells, with a connection that bypasses row-level security. */
export interface Side {
  cell: number
  db: Db
  /** The URL by which the other PostgreSQL connects to this one. */
  url: string
}

export interface Sides {
  source: Side
  target: Side
}

/** Calls to the API of the target cell. */
export interface PeerCell {
  /** The end of its event log, as a cursor. */
  lastPosition(): Promise<string>
}

export interface Moved {
  tables: number
  rows: number
  locations: number
  copySeconds: number
  /** From the first rejected change to the first accepted one in the other cell. */
  pauseSeconds: number
  jobs: number
}
