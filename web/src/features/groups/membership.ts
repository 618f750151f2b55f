// Changes the devices of a group with patches that do not overwrite concurrent changes.

import { RastroError } from '@rastro/client'
import { rastro } from '../../session/session.ts'

const maxTries = 3

export async function addDevices(groupId: string, devices: string[]): Promise<void> {
  if (devices.length === 0) return
  const body = devices.map((value) => ({ op: 'add' as const, path: '/devices/-', value }))
  await rastro.patch('/api/groups/{groupId}', { path: { groupId }, body })
}

/** Removes by index, guarded by a test operation: if a concurrent change moved the entry, the index is read again. */
export async function removeDevice(groupId: string, deviceId: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { devices } = await rastro.get('/api/groups/{groupId}', { path: { groupId } })
    const path = `/devices/${devices.indexOf(deviceId)}`
    if (!devices.includes(deviceId)) return
    const body = [
      { op: 'test' as const, path, value: deviceId },
      { op: 'remove' as const, path },
    ]
    try {
      await rastro.patch('/api/groups/{groupId}', { path: { groupId }, body })
      return
    } catch (error) {
      const isMoved = error instanceof RastroError && error.code.startsWith('patch.')
      if (!isMoved || tries === maxTries) throw error
    }
  }
}
