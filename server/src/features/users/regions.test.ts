import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld()
  token = (await world.make.account()).token
})
afterAll(() => world.close())

const read = async (path: string, language?: string) => {
  const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language }
  const { status, body } = await world.call('GET', path, { token, headers })
  expect(status).toBe(200)
  return body
}

describe('the countries', () => {
  test.each([
    ['es', 'Alemania', 'Japón'],
    ['pt', 'Alemanha', 'Japão'],
    ['de-AT, es;q=0.5', 'Alemania', 'Japón'],
    ['en', 'Germany', 'Japan'],
    ['xx, es;q=0.1', 'Alemania', 'Japón'],
    ['en;q=0.2, pt-BR;q=0.9', 'Alemanha', 'Japão'],
  ])('are named in the language of the reader: %s', async (language, germany, japan) => {
    expect((await read('/api/users/countries', language)).countries).toMatchObject({ DE: germany, JP: japan })
  })

  test.each([undefined, '', '*', 'nonsense!!', '-', ';q=1', 'a'.repeat(300), 'es;q=0', 'de', 'fr-CA, ja'])(
    'are named in English without a language of the interface: %s',
    async (language) => {
      expect((await read('/api/users/countries', language)).countries.DE).toBe('Germany')
    },
  )

  test('are all of ISO 3166-1', async () => {
    const { countries } = await read('/api/users/countries')
    const codes = Object.keys(countries)
    expect(codes.length).toBeGreaterThan(235)
    expect(codes.length).toBeLessThan(260)
    expect(codes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
    for (const code of ['ES', 'PT', 'US', 'GL', 'TW', 'PS', 'AQ', 'BV', 'HM']) expect(codes).toContain(code)
    for (const code of ['EU', 'UN', 'XX', 'ZZ', 'UK', 'SU', 'AN']) expect(codes).not.toContain(code)
  })

  test('are sorted by the requested language', async () => {
    const names = Object.values((await read('/api/users/countries', 'es')).countries) as string[]
    expect(names).toEqual([...names].sort(new Intl.Collator('es').compare))
  })
})

describe('the time zones', () => {
  test.each([
    ['es', 'hora de Europa central (Madrid)'],
    ['pt', 'Horário da Europa Central (Madrid)'],
    ['en', 'Central European Time (Madrid)'],
  ])('are named in the language of the reader: %s', async (language, madrid) => {
    expect((await read('/api/users/timeZones', language)).timeZones['Europe/Madrid']).toBe(madrid)
  })

  test('are not named in other languages, whatever is asked for', async () => {
    const english = (await read('/api/users/timeZones', 'en')).timeZones
    for (const language of ['de', 'fr', 'ja', 'zu']) {
      expect((await read('/api/users/timeZones', language)).timeZones).toEqual(english)
    }
  })

  test('have their current names', async () => {
    const zones = Object.keys((await read('/api/users/timeZones')).timeZones)
    for (const zone of ['Asia/Kolkata', 'Europe/Kyiv', 'UTC', 'America/Nuuk']) expect(zones).toContain(zone)
    for (const zone of ['Asia/Calcutta', 'Europe/Kiev', 'America/Godthab']) expect(zones).not.toContain(zone)
    expect(new Set(zones).size).toBe(zones.length)
  })

  test.each([
    ['europe/madrid', 'Europe/Madrid'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['utc', 'UTC'],
  ])('of users and accounts are stored by their current name: %s', async (given, stored) => {
    const user = {
      name: 'Ana',
      email: `${given.replace('/', '-')}@example.com`,
      country: 'HM',
      timeZone: given,
    }
    const made = await world.call('POST', '/api/users', { token, body: user })
    expect([made.status, made.body.timeZone]).toEqual([201, stored])
    const path = `/api/users/${made.body.id}`
    expect((await world.call('PATCH', path, { token, body: { timeZone: given } })).body.timeZone).toBe(stored)
    const changed = await world.call('PATCH', '/api/account', { token, body: { timeZone: given } })
    expect(changed.body.account.timeZone).toBe(stored)
  })

  test('are those accepted for users and accounts', async () => {
    const { timeZones } = await read('/api/users/timeZones')
    expect(Object.keys(timeZones).length).toBeGreaterThan(400)
    const { rows } = await world.superuser.query('select name from pg_timezone_names')
    const known = new Set(rows.map(({ name }) => name))
    expect(Object.keys(timeZones).filter((zone) => !known.has(zone))).toEqual([])
  })
})
