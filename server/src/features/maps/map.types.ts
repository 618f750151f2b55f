import type { Static } from 'typebox'
import type { MapDescription } from './map.schema.ts'

/** In degrees. `west` is never greater than `east`: an area across the antimeridian has two boxes. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** A registered file of streets or pictures. */
export type MapFile = Static<typeof MapDescription>
/** The names and attributes of layers that a style must know. */
export type TileSchema = Exclude<MapFile['schema'], 'pictures'>

/** What will be read and written, before it starts. */
export interface MapSize {
  tiles: number
  maxZoom: number
  /** Size of the new file. */
  bytes: number
  /** To be read from the source, without what an interrupted run has stored already. */
  bytesToRead: number
  requests: number
}

export type OnProgress = (step: string, done: number, total: number) => void
