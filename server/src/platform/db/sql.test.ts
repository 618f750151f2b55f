import { expect, test } from 'vitest'
import type { Fragment } from './sql.ts'
import { join, sql } from './sql.ts'

const joined = (pieces: TemplateStringsArray, ...values: unknown[]) => join(pieces, values)

test('numbers the values of a template and of the fragments in it, in order', () => {
  const within = (inner: Fragment, x: number) => joined`a ${1} ${inner} b ${x}`
  expect(within(sql`(${2})`, 3)).toEqual({ text: 'a $1 ($2) b $3', values: [1, 2, 3] })
  expect(within(sql`now()`, 3)).toEqual({ text: 'a $1 now() b $2', values: [1, 3] })
  expect(within(sql`f(${sql`g(${4})`}, ${5})`, 6)).toEqual({
    text: 'a $1 f(g($2), $3) b $4',
    values: [1, 4, 5, 6],
  })
})

test('the same templates with other values give the same text; in other places they do not', () => {
  const two = (first: unknown, second: unknown) => joined`${first} and ${second}`
  const part = () => sql`part`
  const wrap = (inner: unknown) => sql`<${inner}>`
  const texts = [
    two(1, part()),
    two(part(), 1),
    two(part(), part()),
    two(wrap(1), part()),
    two(wrap(part()), 1),
    two(1, wrap(part())),
    two(wrap(wrap(1)), 2),
    two(wrap(1), wrap(2)),
  ].map(({ text }) => text)
  expect(texts).toEqual([
    '$1 and part',
    'part and $1',
    'part and part',
    '<$1> and part',
    '<part> and $1',
    '$1 and <part>',
    '<<$1>> and $2',
    '<$1> and <$2>',
  ])
  expect(two('a', part())).toEqual({ text: '$1 and part', values: ['a'] })
})

test('bytes that a statement uses twice are sent once', () => {
  const of = (first: Buffer, second: Buffer) => joined`f(${first}, ${sql`${second}`})`
  const [one, other] = [Buffer.of(1), Buffer.of(1)]
  expect(of(one, other)).toEqual({ text: 'f($1, $2)', values: [one, other] })
  expect(of(one, one)).toEqual({ text: 'f($1, $1)', values: [one] })
  expect(of(one, other).text).toBe('f($1, $2)')
})
