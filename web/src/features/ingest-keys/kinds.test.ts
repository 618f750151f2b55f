import { describe, expect, it } from 'vitest'
import { shownOf } from './kinds.ts'

const made = (protocol: string) => ({
  secret: 'wi_1_abc',
  url: `https://rastro.example/ingest/${protocol}/wi_1_abc`,
  ingestKey: { id: 'way_1', name: 'Boats', protocol },
})

describe('what is shown of a new way in', () => {
  it('is the secret and the address without it, where there is a field for a password', () => {
    expect(shownOf(made('owntracks'))).toEqual({
      secret: 'wi_1_abc',
      address: 'https://rastro.example/ingest/owntracks',
    })
  })

  it('is one address that ends with the secret, where there is only a field for an address', () => {
    expect(shownOf(made('spot-push'))).toEqual({
      secret: 'https://rastro.example/ingest/spot-push/wi_1_abc',
      address: undefined,
    })
  })
})
