import { describe, expect, it } from 'vitest'
import { isOwnTracksIdentifier, osmandAddress, ownTracksLink, traccarClientLink } from './phone-setup.ts'

const address = 'https://fleet.example/ingest/osmand'

describe('the links for phones', () => {
  it('give Traccar Client its server, without the parameters, and the identifier', () => {
    const url = new URL(traccarClientLink(address, 'a&b c'))
    expect(`${url.origin}${url.pathname}`).toBe(address)
    expect(url.searchParams.get('id')).toBe('a&b c')
  })

  it('leave the placeholders of OsmAnd as they are', () => {
    expect(osmandAddress(address, 'a b')).toBe(
      `${address}?id=a%20b&lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}`,
    )
  })

  it('give OwnTracks a configuration in base64', () => {
    const link = ownTracksLink({
      address: 'https://fleet.example/ingest/owntracks',
      secret: 'ñ1',
      identifier: 'ana/phone',
    })
    const inline = new URL(link).searchParams.get('inline')!
    expect(link).toMatch(/^owntracks:\/\/\/config\?inline=[\w%]+$/)
    expect(JSON.parse(Buffer.from(inline, 'base64').toString())).toEqual({
      _type: 'configuration',
      mode: 3,
      url: 'https://fleet.example/ingest/owntracks',
      auth: true,
      username: 'ana',
      deviceId: 'phone',
      tid: 'ph',
      password: 'ñ1',
    })
  })

  it('know when an identifier names user and device', () => {
    expect(['ana/phone', ' ana/phone '].every(isOwnTracksIdentifier)).toBe(true)
    expect(['', 'ana', 'ana/', '/phone', 'a/b/c', 'a b/c'].some(isOwnTracksIdentifier)).toBe(false)
  })
})
