// The same command for many devices. Devices whose tracker does not take it are left out.

import type { Device } from '@rastro/client'
import { rastro } from '../../../session/session.ts'
import { abilitiesOf } from '../commands/abilities.ts'
import type { Failed } from './send.ts'

/** Those that cannot stop an engine, and do not ask for the password each time. */
export const bulkCommands = ['position', 'interval', 'reboot'] as const
export type BulkCommand = (typeof bulkCommands)[number]

export interface Given {
  given: { deviceId: string; commandId: string }[]
  failed: Failed[]
}

export function takersOf(devices: Device[], type: BulkCommand): Device[] {
  return devices.filter(({ protocol, model }) => abilitiesOf(protocol, model).types.includes(type))
}

export async function giveCommands(
  devices: Device[],
  type: BulkCommand,
  settings: Record<string, unknown>,
  onProgress: (done: number) => void,
): Promise<Given> {
  const all: Given = { given: [], failed: [] }
  for (const { id } of devices) {
    try {
      const command = await rastro.post('/api/devices/{deviceId}/commands', {
        path: { deviceId: id },
        body: { type, settings },
      })
      all.given.push({ deviceId: id, commandId: command.id })
    } catch (error) {
      all.failed.push({ id, error: error instanceof Error ? error.message : String(error) })
    }
    onProgress(all.given.length + all.failed.length)
  }
  return all
}

/** Those that were sent already cannot be cancelled. */
export async function cancelCommands(given: Given['given']): Promise<void> {
  for (const { deviceId, commandId } of given) {
    await rastro
      .delete('/api/devices/{deviceId}/commands/{commandId}', { path: { deviceId, commandId } })
      .catch(() => undefined)
  }
}
