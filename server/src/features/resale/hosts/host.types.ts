export const hostStates = ['pending', 'verified', 'lapsed'] as const
export type HostState = (typeof hostStates)[number]

/** Why the last check found no proof. */
export const hostFaults = ['no_record', 'other_record', 'dns_failed', 'taken'] as const
export type HostFault = (typeof hostFaults)[number]

export interface StoredHost {
  node: number
  name: string
  state: HostState
  token: string
  isHome: boolean
  servesDocs: boolean
  leadsHere: boolean | null
  fault: HostFault | null
  addedAt: Date
  checkedAt: Date | null
  verifiedAt: Date | null
  /** Since when a verified one has no proof. */
  failingSince: Date | null
  noted: string
}

/** What DNS has of a host. */
export interface Evidence {
  proof: 'found' | Exclude<HostFault, 'taken'>
  leadsHere: boolean | null
}

/** What follows from a check. */
export interface HostChange {
  state: HostState
  fault: HostFault | null
  leadsHere: boolean | null
  checkedAt: Date
  verifiedAt: Date | null
  failingSince: Date | null
  /** Null: no more checks by itself. */
  checkAt: Date | null
}
