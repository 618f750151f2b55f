import type { ArrayElements } from './binary-arrays.types.ts'
import type { RowsWanted } from './select-rows.ts'
import type { ArchivedGroup } from './written-file.types.ts'

/** A row group of a file. The thread remembers groups by file and offset: the bytes of a file never change. */
export interface GroupOfFile {
  file: string
  group: Pick<ArchivedGroup, 'rows' | 'offset' | 'bytes' | 'crc32'>
}

export interface SelectRequest {
  id: number
  wanted: RowsWanted
  /** In the direction of reading. */
  groups: (GroupOfFile & { content: Uint8Array | undefined })[]
}

export interface SelectedRows {
  /** In the direction of reading. */
  columns: ArrayElements
  /** The earliest and the latest of them. Infinity and -Infinity if there are none. */
  fromMs: number
  untilMs: number
}

/** `missing` are the indexes of groups whose content the thread needs. */
export type SelectOutcome =
  | { kind: 'selected'; selected: SelectedRows }
  | { kind: 'missing'; missing: number[] }
  | { kind: 'failed'; isDamaged: boolean; reason: string }

export interface SelectResponse {
  id: number
  outcome: SelectOutcome
}
