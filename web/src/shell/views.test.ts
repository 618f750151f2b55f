import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { views } from './views.ts'

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
