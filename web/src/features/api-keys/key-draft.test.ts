import type { ApiKey } from '@rastro/client'
import { expect, test } from 'vitest'
import { bodyOf, draftOf, isWhole, limitsOf, newKeyDraft } from './key-draft.ts'

const key: ApiKey = {
  id: 'key_x',
  name: 'ERP',
  userName: 'ana@example.com',
  createdAt: '2026-11-17T08:00:00Z',
  lastUsedAt: null,
  lastUsedFrom: null,
  privileges: ['devices.edit'],
  groupIds: ['grp_a'],
  deviceId: null,
  expiresAt: '2027-11-17T08:00:00Z',
  networks: ['192.0.2.0/24'],
  previousSecret: null,
}

test('a new key without limits sends none, and leaves its end to the account', () => {
  expect(bodyOf({ ...newKeyDraft, name: ' ERP ' })).toEqual({
    name: 'ERP',
    privileges: null,
    groupIds: null,
    deviceId: null,
    networks: null,
  })
})

test('a key that was not changed sends what it has', () => {
  const { name, privileges, groupIds, deviceId, expiresAt, networks } = key
  expect(bodyOf(draftOf(key))).toEqual({ name, privileges, groupIds, deviceId, expiresAt, networks })
})

test('another scope clears the one before', () => {
  const draft = { ...draftOf(key), scope: 'device', deviceId: 'dev_a' } as const
  expect(bodyOf(draft)).toMatchObject({ groupIds: null, deviceId: 'dev_a' })
  expect(bodyOf({ ...draft, scope: 'all' })).toMatchObject({ groupIds: null, deviceId: null })
})

test('a key is not whole without a name, or limited to nothing', () => {
  const draft = { ...newKeyDraft, name: 'ERP' }
  expect(isWhole(draft)).toBe(true)
  expect(isWhole({ ...draft, name: '  ' })).toBe(false)
  expect(isWhole({ ...draft, scope: 'groups' })).toBe(false)
  expect(isWhole({ ...draft, scope: 'device' })).toBe(false)
})

test('the list shows the kinds of limits', () => {
  expect(limitsOf(key)).toEqual(['privileges', 'scope', 'networks'])
  expect(limitsOf({ ...key, privileges: null, groupIds: null, networks: null })).toEqual([])
})
