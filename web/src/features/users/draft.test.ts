import { describe, expect, it } from 'vitest'
import { newDraft, toBody, toPatch } from './draft.ts'

const draft = {
  ...newDraft({ country: 'ES', timeZone: 'Europe/Madrid' }),
  name: ' Ana ',
  email: 'ana@example.com',
}

describe('the request body of a user', () => {
  it('has privileges and scope for a standard user only', () => {
    const granted = { ...draft, privileges: ['audit.read' as const], groupIds: ['grp_1', 'grp_2'] }
    expect(toBody(granted)).toMatchObject({
      name: 'Ana',
      privileges: ['audit.read'],
      groupIds: ['grp_1', 'grp_2'],
    })
    expect(toBody({ ...granted, role: 'administrator' })).toMatchObject({ privileges: [], groupIds: [] })
  })

  it('has groups or one device, never both', () => {
    const both = { ...draft, groupIds: ['grp_1'], deviceId: 'dev_1' }
    expect(toBody({ ...both, scope: 'device' })).toMatchObject({ groupIds: [], deviceId: 'dev_1' })
    expect(toBody({ ...both, scope: 'none' })).toMatchObject({ groupIds: [], deviceId: null })
  })

  it('has a password only if there is a new one', () => {
    expect(toBody(draft)).not.toHaveProperty('password')
    expect(toBody({ ...draft, password: 'long enough to be good' })).toHaveProperty('password')
  })

  it('drops the reason for disabling when enabled', () => {
    expect(toBody({ ...draft, disabledMessage: 'left us' }).disabledMessage).toBeNull()
    expect(toBody({ ...draft, disabled: true, disabledMessage: 'left us' }).disabledMessage).toBe('left us')
  })

  it('removes deleted tags', () => {
    const patch = toPatch({ ...draft, tags: [['shift', 'night']] }, { tags: { shift: 'day', depot: 'Leon' } })
    expect(patch.tags).toEqual({ shift: 'night', depot: null })
  })
})
