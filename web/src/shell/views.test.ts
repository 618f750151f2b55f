import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { railEntryOf, views } from './views.ts'

test('every registered view has a route', () => {
  const source = join(import.meta.dirname, '..')
  const routes = globSync('**/*.route.tsx', { cwd: source })
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .join('\n')
  const used = [...routes.matchAll(/views(?:\.(\w+)|\['([\w-]+)'\])\.path/g)].map(
    ([, plain, quoted]) => plain ?? quoted,
  )
  expect(used.sort()).toEqual(Object.keys(views).sort())
})

test.each([
  ['/live', 'live'],
  ['/fleet', 'fleet'],
  ['/history/dev_1', 'history'],
  ['/rules/new', 'alerts'],
  ['/connect', 'devices'],
  ['/drivers/drv_1', 'devices'],
  ['/reports', 'reports'],
  ['/settings/users', 'settings'],
  ['/sign-in', undefined],
])('%s belongs to %s', (path, entry) => {
  expect(railEntryOf(path)).toBe(entry)
})
