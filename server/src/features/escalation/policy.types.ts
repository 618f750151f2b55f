/** Notifies contacts, and who is on call, unless the alert is acknowledged before. */
export interface Step {
  /** After the alert, or after the last round of the step before. */
  afterMinutes: number
  /** Ids of contacts. */
  contacts: string[]
  /** The id of a schedule. */
  onCall: string | null
  /** How many times more. */
  repeat: number
  repeatMinutes: number
}

export type Severity = 'info' | 'warning' | 'critical'

export interface PolicyDocument {
  name: string
  steps: (Partial<Step> & Pick<Step, 'afterMinutes'>)[]
  defaultFor?: Severity[]
}

export interface WholePolicy {
  name: string
  steps: Step[]
  defaultFor: Severity[]
}

export interface StoredPolicy extends WholePolicy {
  id: string
  number: number
  version: number
}
