import { describe, expect, it } from 'vitest'
import { newShare, toBody } from './new-share.ts'

const noonMs = Date.parse('2026-11-15T12:00:00Z')

describe('a new share', () => {
  it('is live and valid for a week by default', () => {
    expect(newShare(['dev_1'], noonMs)).toMatchObject({
      type: 'live',
      devices: ['dev_1'],
      expiresAt: '2026-11-22T12:00:00.000Z',
    })
  })

  it('sends a period only if it is historic', () => {
    const live = newShare(['dev_1'], noonMs)
    expect(toBody({ ...live, name: ' Van ' })).toMatchObject({ name: 'Van', type: 'live' })
    expect(toBody(live)).not.toHaveProperty('from')
    expect(toBody({ ...live, type: 'historic' })).toMatchObject({
      from: '2026-11-14T12:00:00.000Z',
      to: '2026-11-15T12:00:00.000Z',
    })
  })
})
