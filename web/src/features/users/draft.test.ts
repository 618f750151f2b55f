import { describe, expect, it } from 'vitest'
import { newDraft, toBody, toPatch } from './draft.ts'

const draft = {
  ...newDraft({ country: 'ES', timeZone: 'Europe/Madrid' }),
  name: ' Ana ',
  email: 'ana@example.com',
}

describe('a user that is sent', () => {
  it('takes privileges and scope from a standard user only', () => {
    const granted = { ...draft, privileges: ['audit.read' as const], group: 'grp_1' }
    expect(toBody(granted)).toMatchObject({ name: 'Ana', privileges: ['audit.read'], group: 'grp_1' })
    expect(toBody({ ...granted, role: 'administrator' })).toMatchObject({ privileges: [], group: null })
  })

  it('sees one group or one device, never both', () => {
    const both = { ...draft, group: 'grp_1', deviceId: 'dev_1' }
    expect(toBody({ ...both, scope: 'device' })).toMatchObject({ group: null, deviceId: 'dev_1' })
    expect(toBody({ ...both, scope: 'none' })).toMatchObject({ group: null, deviceId: null })
  })

  it('keeps the password that was, unless there is a new one', () => {
    expect(toBody(draft)).not.toHaveProperty('password')
    expect(toBody({ ...draft, password: 'long enough to be good' })).toHaveProperty('password')
  })

  it('forgets why he was disabled once he is not', () => {
    expect(toBody({ ...draft, disabledMessage: 'left us' }).disabledMessage).toBeNull()
    expect(toBody({ ...draft, disabled: true, disabledMessage: 'left us' }).disabledMessage).toBe('left us')
  })

  it('takes away the tags that are no longer there', () => {
    const patch = toPatch({ ...draft, tags: [['shift', 'night']] }, { tags: { shift: 'day', depot: 'Leon' } })
    expect(patch.tags).toEqual({ shift: 'night', depot: null })
  })
})
