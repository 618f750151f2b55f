// The first account of a new installation, with devices, and what their trackers reported.

import type { Caller } from './caller.ts'

const userName = 'olga@example.com'
const password = 'a sled, a compass and 40 dogs'
const hour = 3_600_000

export interface Device {
  id: string
  identifier: string
}

/** As the setup page does, with the code that the api prints. */
export async function setUp(caller: Caller, code: string): Promise<number> {
  const { status } = await caller.call('POST', '/session/setup', {
    code,
    email: userName,
    name: 'Olga Operator',
    accountName: 'Expedition',
    country: 'ES',
    timeZone: 'Europe/Madrid',
    language: 'en',
    licenses: 50,
    newPassword: password,
  })
  return status
}

export async function signIn(caller: Caller): Promise<void> {
  const { status, body } = await caller.call<{ token: string }>('POST', '/session', { userName, password })
  if (status !== 200) throw new Error(`sign-in was answered with ${status}`)
  caller.token = body.token
}

export async function createDevices(caller: Caller, identifiers: readonly string[]): Promise<Device[]> {
  const devices: Device[] = []
  for (const identifier of identifiers) {
    const { status, body } = await caller.call<{ device: Device }>('POST', '/api/devices', {
      name: `Tracker ${identifier}`,
      identifier,
    })
    if (status !== 201) throw new Error(`device ${identifier} was answered with ${status}`)
    devices.push({ id: body.device.id, identifier })
  }
  return devices
}

/** The times of the stored locations of a device, in milliseconds. */
export async function timesOf(caller: Caller, device: Device): Promise<number[]> {
  const path = `/api/devices/${device.id}/locations`
  const period = { from: new Date(Date.now() - hour), to: new Date(Date.now() + hour) }
  const { status, body } = await caller.call<{ locations: { dateTime: string }[] }>('POST', path, period)
  if (status !== 200) throw new Error(`locations were answered with ${status}`)
  return body.locations.map(({ dateTime }) => Date.parse(dateTime))
}

/** What was acknowledged and is not stored. */
export async function countLost(
  caller: Caller,
  devices: readonly Device[],
  acknowledged: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<number> {
  let lost = 0
  for (const device of devices) {
    const stored = new Set(await timesOf(caller, device))
    lost += (acknowledged.get(device.identifier) ?? new Set()).difference(stored).size
  }
  return lost
}
