import type { AccountStatus } from '../../platform/http/account-status.ts'
import { capNames } from '../spending/spending.types.ts'

/** Limits of each account below a node. The lowest on the path counts. */
export const termNames = ['users', 'apiUnitsPerDay', ...capNames] as const
export type TermName = (typeof termNames)[number]
export type Terms = Partial<Record<TermName, number>>

export const nodeStatuses = ['active', 'suspended', 'blocked'] as const
export type NodeStatus = (typeof nodeStatuses)[number]

/** The node that the caller's people manage: a reseller, or the platform. */
export interface ManagedNode {
  id: string
  name: string
  path: string
  depth: number
}

export interface Reseller {
  id: string
  name: string
  parentId: string | null
  depth: number
  staffAccountId: string | null
  status: NodeStatus
  statusReason: string | null
  statusChangedAt: string | null
  withCustomers: boolean
  effectiveStatus: NodeStatus
  licenses: { granted: number | null; given: number; free: number | null }
  terms: Terms
  effectiveTerms: Terms
  createdAt: string
}

export interface Customer {
  id: string
  name: string
  resellerId: string
  isStaff: boolean
  /** The account's own, or that of the nodes above it if it is worse. */
  status: AccountStatus
  /** Set by a reseller, or by the platform in the tree. */
  nodeStatus: NodeStatus
  statusReason: string | null
  statusChangedAt: string | null
  licenses: { granted: number | null; total: number | null; used: number | null }
  deviceCount: number | null
  userCount: number | null
  lastLocationAt: string | null
  reportedAt: string | null
  terms: Terms
  effectiveTerms: Terms
  createdAt: string
}

export interface LicenseTransfer {
  id: string
  nodeId: string
  nodeName: string
  licenses: number
  state: 'pending' | 'done' | 'refused'
  returnable: number | null
  reason: string
  author: string
  createdAt: string
  settledAt: string | null
}

/** Who asks for a change of the tree, and why. The reason is shown below. */
export interface Why {
  reason: string
  author: string
}

export interface StatusCounts {
  accounts: Record<AccountStatus, number>
  resellers: number
}

/** Of lists of accounts. */
export const customerOrders = ['name', 'devices', 'licenses', 'lastLocation', 'created'] as const
export type CustomerOrder = (typeof customerOrders)[number]
