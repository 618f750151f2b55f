import type { Db } from '../../platform/db/db.ts'

/** One of the two cells, by a line that no policy holds. */
export interface Side {
  cell: number
  db: Db
  /** How the other PostgreSQL reaches this one. */
  url: string
}

export interface Sides {
  source: Side
  target: Side
}

/** What is not an account's, but must be asked of the cell that it goes to. */
export interface Neighbour {
  /** The end of its log of events, as a cursor. */
  lastPlace(): Promise<string>
}

export interface Moved {
  tables: number
  rows: number
  locations: number
  copySeconds: number
  /** From when changes were refused to when the other cell took them. */
  pauseSeconds: number
  jobs: number
}
