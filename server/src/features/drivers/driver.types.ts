export interface DriverDocument {
  name: string
  phone?: string | null
  email?: string | null
  licenseNumber?: string | null
  note?: string | null
}

export interface StoredDriver extends Required<DriverDocument> {
  id: string
  number: number
  version: number
}

export interface DriverFilter {
  search?: string
  updatedSince?: string
}

/** From when on, and until when, something counts. Null: always. */
export interface CountedPeriod {
  from: Date | null
  to: Date | null
}
