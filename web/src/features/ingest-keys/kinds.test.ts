import { describe, expect, it } from 'vitest'
import { shownOf } from './kinds.ts'

const made = (protocol: string) => ({
  secret: 'wi_1_abc',
  url: `https://rastro.example/ingest/${protocol}/wi_1_abc`,
  ingestKey: { id: 'way_1', name: 'Boats', protocol },
})

describe('the display of a new ingest key', () => {
  it('is the secret and the plain URL for systems with a password field', () => {
    expect(shownOf(made('owntracks'))).toEqual({
      secret: 'wi_1_abc',
      address: 'https://rastro.example/ingest/owntracks',
    })
  })

  it('is one URL that ends with the secret for systems with a URL field only', () => {
    expect(shownOf(made('spot-push'))).toEqual({
      secret: 'https://rastro.example/ingest/spot-push/wi_1_abc',
      address: undefined,
    })
  })
})
