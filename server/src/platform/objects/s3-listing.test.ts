import { expect, test } from 'vitest'
import { RetriableError } from './object-errors.ts'
import { parseErrorCode, parseListing } from './s3-listing.ts'

const object = (key: string, more = '') =>
  `<Contents><Key>${key}</Key><LastModified>2026-03-01T10:00:00.000Z</LastModified><ETag>&quot;0&quot;</ETag><Size>7</Size>${more}</Contents>`
const list = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${content}</ListBucketResult>\n`
const last = '<IsTruncated>false</IsTruncated>'

test('reads the objects, wherever the server writes the rest', () => {
  const owner = '<Owner><ID>1</ID><DisplayName>&lt;IsTruncated&gt;</DisplayName></Owner>'
  const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>a+/=&amp;b</NextContinuationToken>'
  const expected = {
    objects: ['a', 'b'].map((key) => ({ key, bytes: 7, modifiedAt: new Date('2026-03-01T10:00:00Z') })),
    nextToken: 'a+/=&b',
  }
  expect(parseListing(list(`${more}${object('a', owner)}${object('b')}`))).toEqual(expected)
  expect(parseListing(list(`${object('a')}${more}${object('b')}`))).toEqual(expected)
  expect(parseListing(list(`${object('a')}${object('b')}${more}`))).toEqual(expected)
})

test('an empty list is a list', () => {
  expect(parseListing(list(last))).toEqual({ objects: [], nextToken: undefined })
})

test.each([
  ['a&amp;b', 'a&b'],
  ['&lt;&gt;&quot;&apos;', '<>"\''],
  ['&amp;lt;', '&lt;'],
  ['&#61;&#x3D;&#X3d;', '==='],
  ['&#x1F600;', '😀'],
])('decodes %s once', (text, key) => {
  expect(parseListing(list(object(text) + last)).objects[0]?.key).toBe(key)
})

test.each([
  ['nothing', ''],
  ['a page of a proxy', '<html><body>Sign in</body></html>'],
  ['half a list', list(object('a') + last).slice(0, -30)],
  ['an object without an end', list(`<Contents><Key>a</Key>${object('b')}${last}`)],
  ['a list without its end', list(last + object('a')).replace('</ListBucketResult>', '')],
  ['a last object without an end', list(last + object('a').replace('</Contents>', ''))],
  ['an object with two ends', list(`${last}${object('a')}</Contents>`)],
  ['an object without a key', list(object('') + last)],
  ['an object without a size', list(object('a').replace('<Size>7</Size>', '') + last)],
  ['a negative size', list(object('a').replace('>7<', '>-7<') + last)],
  ['an object without a time', list(object('a').replace('2026-03-01T10:00:00.000Z', 'soon') + last)],
  ['no state', list(object('a'))],
  ['a continuation without a token', list(`${object('a')}<IsTruncated>true</IsTruncated>`)],
  ['an unknown entity', list(object('&nbsp;') + last)],
  ['an impossible character', list(object('&#x110000;') + last)],
  ['a bare ampersand', list(object('a & b') + last)],
])('refuses %s', (_, xml) => {
  expect(() => parseListing(xml)).toThrow(RetriableError)
})

// With quadratic time they would take hours.
test.each(['<Contents>', '<Contents></Contents>', '<Key>', '&', '<Contents><Key>', '</ListBucketResult>'])(
  'five megabytes of %s are refused at once',
  (part) => {
    expect(() => parseListing(list(part.repeat(5_000_000 / part.length)))).toThrow(RetriableError)
  },
)

test('reads only a plain error code', () => {
  expect(parseErrorCode('<Error><Code>NoSuchBucket</Code></Error>')).toBe('NoSuchBucket')
  for (const xml of ['', '<Code></Code>', '<Code>a b</Code>', `<Code>${'a'.repeat(65)}</Code>`]) {
    expect(parseErrorCode(xml)).toBe('')
  }
})
