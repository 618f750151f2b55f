// A Traccar export: first the devices, then their positions. What cannot be imported is counted and listed.

import type { Rastro } from '@rastro/client'
import type { Progress } from '../progress.ts'
import type { Faults } from './faults.ts'
import type { Source } from './source.ts'
import { megabytes } from './source.ts'
import { findExisting, makeDevices } from './traccar-devices.ts'
import type { TraccarExport } from './traccar-export.ts'
import { readExport, readRows } from './traccar-export.ts'
import { toLocation } from './traccar-location.ts'
import type { Upload, Uploaded } from './uploading.ts'
import { createUpload } from './uploading.ts'

/** The server rejects older locations. */
const oldestMs = 365 * 86_400_000
/** Columns of a position that have no counterpart here. */
const leftOut = ['address', 'network', 'geofenceids'] as const

export interface TraccarResult extends Uploaded {
  devices: { inExport: number; created: number; groups: number }
  positions: { inExport: number; sent: number; tooOld: number; ofUnknownDevices: number }
  /** Number of rows by what was not imported: a column of positions, or a table. */
  notBrought: Record<string, number>
}

export interface TraccarSettings {
  timeZone: string
  /** Count only, and change nothing. */
  isCheck: boolean
}

export async function importTraccar(
  rastro: Rastro,
  sources: Source[],
  settings: TraccarSettings,
  faults: Faults,
  start: (label: string) => Progress,
): Promise<TraccarResult> {
  const given = await readExport(sources)
  const { ids, created, groups } = settings.isCheck
    ? await preview(rastro, given)
    : await makeDevices(rastro, given, faults)
  const upload = settings.isCheck ? undefined : createUpload(rastro, faults)
  const devices = { inExport: given.devices.size, created, groups }
  const positions = { inExport: 0, sent: 0, tooOld: 0, ofUnknownDevices: 0 }
  const counted = { positions, notBrought: {} as Record<string, number> }
  const reading = start('MB read')
  await importPositions(sources, ids, upload, settings, counted, faults, reading)
  reading.end()
  const sending = start('Sent')
  const uploaded = (await upload?.end(sending.at)) ?? { stored: 0, duplicates: 0, accepted: 0 }
  sending.end()
  return { devices, ...counted, ...uploaded }
}

async function importPositions(
  sources: Source[],
  ids: Map<string, string>,
  upload: Upload | undefined,
  { timeZone }: TraccarSettings,
  { positions, notBrought }: Pick<TraccarResult, 'positions' | 'notBrought'>,
  faults: Faults,
  progress: Progress,
): Promise<void> {
  const total = sources.reduce((sum, { totalBytes }) => sum + totalBytes, 0)
  const oldest = new Date(Date.now() - oldestMs).toISOString()
  let before = 0
  for (const source of sources) {
    for await (const { table, where, cells } of readRows(source, (bytes) =>
      progress.at(megabytes(before + bytes), megabytes(total)),
    )) {
      if (table === 'tc_devices' || table === 'tc_groups') continue
      if (table !== 'tc_positions') {
        notBrought[table] = (notBrought[table] ?? 0) + 1
        continue
      }
      positions.inExport += 1
      const deviceId = ids.get(cells.deviceid ?? '')
      if (!deviceId) {
        positions.ofUnknownDevices += 1
        continue
      }
      const read = toLocation(cells, timeZone)
      if ('fault' in read) faults.add(where, read.fault)
      else if (read.location.dateTime < oldest) positions.tooOld += 1
      else {
        // Traccar writes "null" if it knows nothing of the network.
        for (const column of leftOut) {
          if (cells[column] && cells[column] !== 'null')
            notBrought[`tc_positions.${column}`] = (notBrought[`tc_positions.${column}`] ?? 0) + 1
        }
        positions.sent += 1
        await upload?.add(deviceId, read.location, where)
      }
    }
    before += source.totalBytes
  }
}

/** What would be created. A missing device is represented by itself. */
async function preview(rastro: Rastro, given: TraccarExport) {
  const existing = await findExisting(rastro, given)
  const ids = new Map([...given.devices.keys()].map((number) => [number, existing.get(number) ?? number]))
  return { ids, created: given.devices.size - existing.size, groups: given.groups.size }
}
