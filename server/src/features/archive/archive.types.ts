/** A week of a retention class: what is archived and dropped as a whole. */
export interface ClassWeek {
  class: number
  /** Its Monday in UTC: `2026-11-02`. */
  week: string
}

export interface ArchivedWeek extends ClassWeek {
  closedAt: Date
  archivedAt: Date | null
  droppedAt: Date | null
  locations: number | null
}

/** A row group of an object that has locations of a device. */
export interface ArchivedPart {
  key: string
  class: number
  rows: number
  offset: number
  bytes: number
  crc32: number
}

export interface PartOfDevice extends ArchivedPart {
  deviceNumber: number
}
