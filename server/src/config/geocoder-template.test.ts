import { expect, test } from 'vitest'
import { readTemplate } from './geocoder-template.ts'

const good = {
  reverse: '/reverse?at={latitude},{longitude}&lang={language}&key={key}',
  search: '/search?q={query}',
  results: '/items',
  fields: { text: '/label', town: ['/city', '/village'], latitude: '/lat', longitude: '/lon' },
}

test('reads paths and pointers', () => {
  expect(readTemplate(good)).toEqual({
    faults: [],
    template: expect.objectContaining({
      reverse: good.reverse,
      searchNear: undefined,
      results: ['/items'],
      fields: expect.objectContaining({ text: ['/label'], town: ['/city', '/village'], street: [] }),
    }),
  })
})

test.each<[string, unknown, string]>([
  ['no object', [], 'must be a JSON object'],
  ['no reverse', { ...good, reverse: undefined }, 'lacks "reverse"'],
  ['an unknown member', { ...good, url: 'https://geo.example' }, 'has an unknown member "url"'],
  ['an unknown field', { ...good, fields: { ...good.fields, city: '/city' } }, 'has an unknown field "city"'],
  [
    'no field for a text',
    { ...good, fields: { latitude: '/lat', longitude: '/lon' } },
    'lacks one of the fields text, street and town',
  ],
  [
    'a search without coordinates',
    { ...good, fields: { text: '/label' } },
    'lacks the fields latitude and longitude, which "search" requires',
  ],
  [
    'a search near only',
    { ...good, search: undefined, searchNear: '/s?q={query}' },
    'has "searchNear", but no "search"',
  ],
  [
    'an unknown placeholder',
    { ...good, search: '/search?q={text}' },
    'has {text} in "search", which is not one of query, language, key',
  ],
  // The host is in the setting of the URL only.
  ...[
    'https://evil.example/',
    '@evil.example/',
    '.evil.example/',
    'reverse',
    '/a b',
    '/a\r\nx: y',
    '/a#b',
    7,
  ].map((reverse): [string, unknown, string] => [
    `the path ${reverse}`,
    { ...good, reverse },
    'has a "reverse" that is not a path like /reverse?lat={latitude}&lon={longitude}',
  ]),
  [
    'a pointer without a slash',
    { ...good, results: 'items' },
    'has a "results" that is not a JSON pointer like /address/street, or a list of them',
  ],
])('rejects %s', (_, template, fault) => {
  expect(readTemplate(template)).toEqual({ template: undefined, faults: [fault] })
})
