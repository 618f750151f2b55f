import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { AlertFacts, Language } from '../notification.types.ts'
import { languages } from '../notification.types.ts'
import { composeAlert } from './alert-email.ts'
import { composeCode } from './code-email.ts'
import { drawMap } from './map-picture.ts'

const facts: AlertFacts = {
  alertId: 'alt_1',
  alertName: 'Too fast',
  severity: 'warning',
  text: 'Slow down',
  at: new Date('2026-07-01T10:00:00Z'),
  latitude: 41.38,
  longitude: 2.17,
  explanation: { summary: 'Speed 92 km/h, limit 80 km/h for 60 s' },
  deviceId: 'dev_1',
  deviceName: 'Boat',
  accountName: 'Expedition',
  timeZone: 'Europe/Madrid',
}
const compose = (fields: Partial<AlertFacts> & { language?: Language; previouslySuppressed?: number } = {}) =>
  composeAlert(
    { ...facts, channel: 'email', language: 'en', previouslySuppressed: 0, ...fields },
    'https://rastro.example',
  )

describe('a message', () => {
  test('contains alert, device, local time, coordinates and reason', () => {
    const { subject, text, html, short } = compose()
    expect(subject).toBe('Warning: Too fast – Boat')
    for (const form of [text, html]) {
      for (const words of ['Slow down', 'Boat', '12:00:00', 'GMT+2', '41.38000, 2.17000', 'limit 80 km/h'])
        expect(form).toContain(words)
    }
    expect(text).toContain('https://rastro.example/alerts?id=alt_1')
    expect(html).toContain('href="https://rastro.example/alerts?id=alt_1"')
    expect(short).toContain('Boat: Too fast, Slow down')
    expect(short.endsWith('https://rastro.example/alerts?id=alt_1')).toBe(true)
  })

  test.each([
    ['es', 'Aviso: Too fast – Boat', 'Ocurrió 3 veces más desde el último mensaje.', 'Abrir el mapa'],
    ['pt', 'Aviso: Too fast – Boat', 'Aconteceu mais 3 vezes desde a última mensagem.', 'Abrir o mapa'],
  ] as const)('is written in %s', (language, subject, more, link) => {
    const content = compose({ language, previouslySuppressed: 3 })
    expect(content.subject).toBe(subject)
    expect(content.text).toContain(more)
    expect(content.html).toContain(link)
  })

  test('says of when the location is, if it is the last known one', () => {
    const explanation = { summary: 'sos', locatedAt: '2026-07-01T08:30:00.000Z' }
    expect(compose({ explanation }).text).toMatch(/41\.38000, 2\.17000, Jul 1, 2026, 10:30:00.AM GMT\+2/)
  })

  test('contains the name of the rule, and its reason once', () => {
    const reason = 'Left "Camp"'
    const explanation = { summary: reason, rule: { name: 'Sled watch' } }
    const { subject, text, html } = compose({ text: reason, explanation })
    expect(subject).toContain('Sled watch')
    expect(text.split(reason)).toHaveLength(2)
    expect(html.split('Camp')).toHaveLength(2)
  })

  test('has the reason of the rule in the language of the reader', () => {
    const reason = 'Speed is 92.4 km/h, above 80 km/h'
    const explanation = { summary: reason, rule: { name: 'Sled watch' } }
    const { text, short } = compose({
      language: 'es',
      alertName: 'speed.above',
      text: reason,
      explanation,
    })
    for (const form of [text, short]) {
      expect(form).toContain('Exceso de velocidad: 92 km/h (límite 80 km/h)')
      expect(form).not.toContain('Speed is')
    }
  })

  test('names the place, with the coordinates in parentheses', () => {
    const { text, html, short } = compose({ latitude: 41.3532, longitude: -1.55 })
    expect(text).toContain('Where: 7.8 km E of Calatayud, Zaragoza, Spain (41.35320, -1.55000)\n')
    expect(html).toContain('7.8 km E of Calatayud, Zaragoza, Spain (41.35320, -1.55000)')
    expect(short).toContain(', 7.8 km E of Calatayud, 41.35320, -1.55000 https:')
  })

  test('without coordinates has no picture', () => {
    const { picture, html, text } = compose({ latitude: null, longitude: null })
    expect(picture).toBeUndefined()
    expect(html).not.toContain('cid:map')
    expect(text).toContain('Where: unknown')
  })
})

const evil = [
  'x\r\nBcc: victim@example.com',
  'x\n\n<script>alert(1)</script>',
  `"><img src=x onerror='alert(1)'>`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: must stay unexpanded.
  '${process.env} {{7*7}} <%= 1 %> #{1}',
  'evil \u202e gnirts \u2066 x',
  'x\u0000y\u0085z\u2028w\u2029v',
  `=?utf-8?B?${Buffer.from('a\r\nBcc: v@example.com').toString('base64')}?=`,
  '👩‍🚀'.repeat(2_000),
  'a'.repeat(100_000),
]

describe.each(evil)('with a device or user named %j', (name) => {
  test.each(languages)('a message in %s is escaped', (language) => {
    const content = compose({
      language,
      deviceName: name,
      alertName: name,
      text: name,
      accountName: name,
      explanation: { summary: `why ${name}`, rule: { name } },
    })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur.
    const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
    expect(content.subject).not.toMatch(controls)
    expect(content.short).not.toMatch(controls)
    expect([...content.subject].length).toBeLessThan(200)
    expect([...content.short].length).toBeLessThanOrEqual(300)
    expect(content.text.length).toBeLessThan(5_000)
    // Only our own tags and attributes.
    const tags = new Set([...content.html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, tag]) => tag))
    expect([...tags].sort()).toEqual(
      ['!doctype', 'a', 'body', 'div', 'h1', 'html', 'img', 'p', 'table', 'td', 'tr'].sort(),
    )
    expect(content.html).not.toMatch(/<[^>]*onerror/i)
    const marks = [...content.html.matchAll(/[<>]/g)].length
    expect(marks).toBe([...compose({ language }).html.matchAll(/[<>]/g)].length)
  })
})

test('values cannot add lines to a text', () => {
  const lines = (fields: Partial<AlertFacts>) => compose(fields).text.split('\n').length
  const evilName = 'a\nb\r\nc'
  expect(lines({ deviceName: evilName, alertName: evilName, text: evilName })).toBe(lines({}))
})

test('a code message contains the address of the installation', () => {
  const url = 'https://rastro.example/verify/abc'
  const { html, subject, short, text } = composeCode('en', { code: '012345', host: 'rastro.example', url })
  expect(subject).toBe('Your verification code: 012345')
  expect(html).toContain('012345 is your code to receive alerts from rastro.example.')
  expect(html).toContain('<a href="https://rastro.example/verify/abc">')
  expect(text.split('\n')).toContain(url)
  expect(short).toBe(`012345 is your code to receive alerts from rastro.example. Or confirm here: ${url}`)
  const bare = composeCode('en', { code: '012345', host: 'rastro.example', url: undefined })
  expect(bare.html).not.toContain('<a')
  expect(bare.short).not.toContain('\n')
})

describe('the picture', () => {
  test.each([
    ['in a city', 41.38, 2.17],
    ['at the equator', 0, 0],
    ['at the antimeridian', -17.5, 179.9999],
    ['at a pole', 90, 0],
    ['at the other pole', -90, -180],
  ])('%s is a small PNG', (_name, latitude, longitude) => {
    for (const radiusM of [10, 5_000, 5_000_000, 50_000_000]) {
      const circle = { latitude: Math.max(-90, latitude - 0.01), longitude, radiusM }
      const png = drawMap({ latitude, longitude, colour: '#b91c1c', circle })
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect(png.length).toBeLessThan(20_000)
      const begin = png.indexOf('IDAT') + 4
      const rows = inflateSync(png.subarray(begin, begin + png.readUInt32BE(begin - 8)))
      expect(rows.length).toBe(241 * 240)
    }
  })
})
