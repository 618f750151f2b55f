import { expect, test } from 'vitest'
import type { DeviceScope, Privilege } from '../../platform/http/caller.ts'
import { privileges } from '../../platform/http/caller.ts'
import type { CallerLimits } from './key-limits.ts'
import { limitPermissions } from './key-limits.ts'

const none: CallerLimits = {
  keyPrivileges: null,
  keyGroupIds: null,
  keyDeviceId: null,
  keyDeviceNumber: null,
  isDeviceInGroups: false,
  keyExpiresAt: null,
  keyNetworks: null,
}
const all: DeviceScope = { kind: 'all' }
const groups = (...groupIds: string[]): DeviceScope => ({ kind: 'groups', groupIds })
const device = (deviceNumber: number): DeviceScope => ({ kind: 'device', deviceNumber })
const nothing: DeviceScope = { kind: 'none' }
const toDevice = { keyDeviceId: 'dev_x', keyDeviceNumber: 7 }

test.each<[user: DeviceScope, limits: Partial<CallerLimits>, scope: DeviceScope]>([
  [all, { keyGroupIds: ['a'] }, groups('a')],
  [groups('a', 'b'), { keyGroupIds: ['b', 'c'] }, groups('b')],
  [groups('a'), { keyGroupIds: ['b'] }, nothing],
  [device(7), { keyGroupIds: ['a'], isDeviceInGroups: true }, device(7)],
  [device(7), { keyGroupIds: ['a'] }, nothing],
  [nothing, { keyGroupIds: ['a'] }, nothing],
  [all, toDevice, device(7)],
  [groups('a'), { ...toDevice, isDeviceInGroups: true }, device(7)],
  [groups('a'), toDevice, nothing],
  [device(7), toDevice, device(7)],
  [device(8), toDevice, nothing],
  [nothing, toDevice, nothing],
  // Deleted.
  [all, { keyDeviceId: 'dev_x' }, nothing],
  [device(7), { keyDeviceId: 'dev_x' }, nothing],
  [groups('a'), { keyPrivileges: [] }, groups('a')],
])('scope %o with a key of %o is %o', (scope, limits, expected) => {
  const user = { role: 'standard', privileges: new Set<Privilege>(), scope } as const
  expect(limitPermissions(user, { ...none, ...limits }).scope).toEqual(expected)
})

test('a key without these limits changes nothing, not even an object', () => {
  const user = { role: 'owner', privileges: new Set<Privilege>(), scope: all } as const
  expect(limitPermissions(user, { ...none, keyNetworks: ['10.0.0.0/8'], keyExpiresAt: new Date() })).toBe(
    user,
  )
})

test('an owner with a limited key is a standard user with these privileges', () => {
  const user = { role: 'owner', privileges: new Set<Privilege>(), scope: all } as const
  const limited = limitPermissions(user, { ...none, keyPrivileges: ['audit.read'] })
  expect(limited).toEqual({ role: 'standard', privileges: new Set(['audit.read']), scope: all })
  expect(limitPermissions(user, { ...none, keyGroupIds: ['a'] }).privileges).toEqual(new Set(privileges))
})
