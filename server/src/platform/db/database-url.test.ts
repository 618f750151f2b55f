import { expect, test } from 'vitest'
import { serversOf } from './database-url.ts'

test.each([
  ['postgres://app:word@one/rastro', ['postgres://app:word@one/rastro']],
  [
    'postgres://app:word@one:5432,two:5433/rastro?sslmode=verify-full',
    [
      'postgres://app:word@one:5432/rastro?sslmode=verify-full',
      'postgres://app:word@two:5433/rastro?sslmode=verify-full',
    ],
  ],
  ['postgres://app:a,b@one,[::1]:5433/', ['postgres://app:a,b@one/', 'postgres://app:a,b@[::1]:5433/']],
  ['postgres://one,two', ['postgres://one', 'postgres://two']],
  ['postgres:///rastro?host=/run/postgresql', ['postgres:///rastro?host=/run/postgresql']],
  ['nonsense', ['nonsense']],
])('lists the servers of %s', (url, servers) => {
  expect(serversOf(url)).toEqual(servers)
})
