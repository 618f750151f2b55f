// Maintenance, as views read and write it.

import type { MaintenancePlan, MaintenanceState, MaintenanceWork } from '@rastro/client'
import { rastro } from '../../session/session.ts'

/** Everything that a recorded work changes. */
export const maintenanceKey = ['maintenance']
const rowsPerPage = 100

export type StateName = MaintenanceState['state']
export const stateNames = ['overdue', 'due', 'soon', 'ok', 'unknown'] as const satisfies StateName[]

export function readStates(
  state: StateName | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<{ maintenance: MaintenanceState[]; nextCursor?: string }> {
  const query = { limit: rowsPerPage, ...(state && { state }), ...(cursor && { cursor }) }
  return rastro.get('/api/maintenance', { query, signal })
}

/** How many devices and plans are in each state. */
export async function readMaintenanceCounts(): Promise<Record<StateName, number>> {
  return (await rastro.get('/api/maintenance/counts')).counts
}

export async function readStatesOf(deviceId: string): Promise<MaintenanceState[]> {
  return (await rastro.get('/api/devices/{deviceId}/maintenance', { path: { deviceId } })).maintenance
}

export async function readWorkOf(deviceId: string): Promise<MaintenanceWork[]> {
  const path = { deviceId }
  const query = { limit: rowsPerPage }
  return (await rastro.get('/api/devices/{deviceId}/maintenanceWork', { path, query })).maintenanceWork
}

export interface NewWork {
  doneAt: string
  odometer?: number
  engineHours?: number
  costMinor?: number
  currency?: string
  note?: string
}

export function recordWork(
  { deviceId, planId }: Pick<MaintenanceState, 'deviceId' | 'planId'>,
  body: NewWork,
): Promise<unknown> {
  return rastro.post('/api/devices/{deviceId}/maintenance/{planId}/done', {
    path: { deviceId, planId },
    body,
  })
}

export function deleteWork({ deviceId, id }: MaintenanceWork): Promise<unknown> {
  return rastro.delete('/api/devices/{deviceId}/maintenanceWork/{workId}', { path: { deviceId, workId: id } })
}

export async function readPlans(): Promise<MaintenancePlan[]> {
  const query = { limit: rowsPerPage }
  return (await rastro.get('/api/maintenancePlans', { query })).maintenancePlans
}
