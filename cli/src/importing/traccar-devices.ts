// Devices and groups of a Traccar export, created if they are missing.

import type { Rastro } from '@rastro/client'
import { RastroError } from '@rastro/client'
import type { Faults } from './faults.ts'
import type { TraccarDevice, TraccarExport } from './traccar-export.ts'

const devicesPerCall = 1_000

export interface MadeDevices {
  /** API ids by Traccar ids. */
  ids: Map<string, string>
  created: number
  groups: number
}

/** Devices of the export that already exist in the account, by Traccar id. */
export async function findExisting(rastro: Rastro, { devices }: TraccarExport): Promise<Map<string, string>> {
  const numbers = new Map([...devices.values()].map(({ identifier, id }) => [identifier, id]))
  const ids = new Map<string, string>()
  for await (const page of rastro.pages('/api/devices', { query: { limit: 1_000 } })) {
    for (const { id, identifier } of page.devices) {
      const number = identifier === null ? undefined : numbers.get(identifier)
      if (number !== undefined) ids.set(number, id)
    }
  }
  return ids
}

export async function makeDevices(
  rastro: Rastro,
  given: TraccarExport,
  faults: Faults,
): Promise<MadeDevices> {
  const ids = await findExisting(rastro, given)
  const missing = [...given.devices.values()].filter(({ id }) => !ids.has(id))
  let created = 0
  for (let at = 0; at < missing.length; at += devicesPerCall) {
    const some = missing.slice(at, at + devicesPerCall)
    const made = (await makeTogether(rastro, some)) ?? (await makeOneByOne(rastro, some, faults))
    for (const [number, id] of made) ids.set(number, id)
    created += made.length
  }
  return { ids, created, groups: await makeGroups(rastro, given, ids) }
}

type Made = [number: string, id: string][]

/** Undefined if the server refuses one of them, and so all. */
async function makeTogether(rastro: Rastro, devices: TraccarDevice[]): Promise<Made | undefined> {
  const heads = [
    'name',
    'identifier',
    'phoneNumber',
    'model',
    'description',
    'expirationDate',
    'tag.category',
  ]
  const rows = devices.map((one) =>
    [one.name, one.identifier, one.phoneNumber, one.model, one.contact, one.expirationDate, one.category]
      .map(quoted)
      .join(','),
  )
  try {
    const { ids } = await rastro.post('/api/devices/import', { body: [heads.join(','), ...rows].join('\n') })
    return ids.map((id, at) => [devices[at]!.id, id])
  } catch (error) {
    const isRefused = error instanceof RastroError && error.status >= 400 && error.status < 500
    if (isRefused && error.status !== 401 && error.status !== 403 && error.status !== 429) return undefined
    throw error
  }
}

async function makeOneByOne(rastro: Rastro, devices: TraccarDevice[], faults: Faults): Promise<Made> {
  const made: Made = []
  for (const one of devices) {
    const { name, identifier, phoneNumber, model, contact, category, expirationDate } = one
    const body = {
      name,
      identifier,
      ...(phoneNumber && { phoneNumber }),
      ...(model && { model }),
      ...(contact && { description: contact }),
      ...(category && { tags: { category } }),
      ...(expirationDate && { limits: { expires: true, expirationDate } }),
    }
    try {
      made.push([one.id, (await rastro.post('/api/devices', { body })).device.id])
    } catch (error) {
      if (!(error instanceof RastroError) || error.status < 400 || error.status >= 500) throw error
      // Without a free license the next ones would fail too.
      if (error.code === 'licenses.none_free') throw error
      faults.add(one.where, `device ${identifier}: ${error.message}`)
    }
  }
  return made
}

/** Groups are matched by name. Nested groups become siblings. */
async function makeGroups(
  rastro: Rastro,
  { devices, groups }: TraccarExport,
  ids: Map<string, string>,
): Promise<number> {
  if (groups.size === 0) return 0
  const existing = new Map<string, { id: string; devices: string[] }>()
  for await (const page of rastro.pages('/api/groups', { query: { limit: 1_000 } })) {
    for (const group of page.groups) existing.set(group.name, group)
  }
  let made = 0
  for (const [groupId, name] of groups) {
    const members = [...devices.values()]
      .filter((one) => one.groupId === groupId)
      .flatMap(({ id }) => ids.get(id) ?? [])
    const before = existing.get(name)
    if (!before) {
      await rastro.post('/api/groups', { body: { name, devices: members } })
      made += 1
    } else if (members.some((id) => !before.devices.includes(id))) {
      const body = { devices: [...new Set([...before.devices, ...members])] }
      await rastro.patch('/api/groups/{groupId}', { path: { groupId: before.id }, body })
    }
  }
  return made
}

function quoted(text: string | undefined): string {
  return text === undefined ? '' : `"${text.replaceAll('"', '""')}"`
}
