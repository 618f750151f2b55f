import { describe, expect, it } from 'vitest'
import { stepsDone } from './steps.ts'

const fresh = { devices: [], rules: [{ type: 'sos' }], contacts: [], users: [{}] }
const doneIn = (part: object) => [...stepsDone({ ...fresh, ...part })]

describe('the first steps', () => {
  it('are all open in a new account, which has an owner and a rule for SOS', () => {
    expect(doneIn({})).toEqual([])
  })

  it('separate a device that was created from one that reported', () => {
    expect(doneIn({ devices: [{ lastSeenAt: null }] })).toEqual(['connect'])
    const devices = [{ lastSeenAt: null }, { lastSeenAt: '2026-11-16T20:00:00Z' }]
    expect(doneIn({ devices })).toEqual(['connect', 'move'])
  })

  it('count another rule, of any type, or one that replaced the first', () => {
    expect(doneIn({ rules: [{ type: 'sos' }, { type: 'sos' }] })).toEqual(['rule'])
    expect(doneIn({ rules: [{ type: 'speed' }] })).toEqual(['rule'])
    expect(doneIn({ rules: [] })).toEqual([])
  })

  it('count contacts and further users', () => {
    expect(doneIn({ contacts: [{}], users: [{}, {}] })).toEqual(['contact', 'colleague'])
  })
})
