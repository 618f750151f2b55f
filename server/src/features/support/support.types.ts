/** Whom an account lets in: nobody, those whom an administrator approves, or everybody above it. */
export const supportModes = ['never', 'ask', 'open'] as const
export type SupportMode = (typeof supportModes)[number]

/** What a support session may do. */
export const supportAccess = ['read', 'write'] as const
export type SupportAccess = (typeof supportAccess)[number]

export const supportStates = ['requested', 'active', 'refused', 'ended'] as const
export type SupportState = (typeof supportStates)[number]

/**
 * `status`: the account is not active. `mode`: the account lets nobody in. `moved`: the account moved to another cell.
 * `unanswered`: nobody approved the request in time.
 */
export const endReasons = ['customer', 'visitor', 'expired', 'unanswered', 'status', 'moved', 'mode'] as const
export type EndReason = (typeof endReasons)[number]

/** A user of a staff account, or an operator. */
export interface Visitor {
  id: string
  name: string
  organization: string
}

export interface SupportRequest {
  id: string
  visitor: Visitor
  reason: string
  access: SupportAccess
  minutes: number
}

export interface SupportSession {
  number: number
  id: string
  visitorId: string
  visitorName: string
  organization: string
  reason: string
  access: SupportAccess
  minutes: number
  state: SupportState
  expiresAt: Date
  endedAt: Date | null
  endReason: EndReason | null
  cell: number | null
}

export interface SupportRead {
  route: string
  count: number
  firstAt: Date
  lastAt: Date
}
