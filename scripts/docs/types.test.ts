import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stepsOf } from './blocks.ts'
import { guides, root } from './pages.ts'

/** Node ignores types; a reader's compiler does not. */
test('the TypeScript of every page compiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-docs-types-'))
  const sdk = join(root, 'sdk/src/index.ts')
  const compilerOptions = {
    paths: { '@rastro/client': [sdk], hyparquet: [join(root, 'node_modules/hyparquet/types/node.d.ts')] },
    typeRoots: [join(root, 'node_modules/@types')],
    noUnusedLocals: false,
    noImplicitReturns: false,
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions,
      include: ['*.mts'],
      exclude: [],
    }),
  )
  for (const path of guides) {
    const steps = stepsOf(readFileSync(join(root, path), 'utf8')).filter(({ language }) => language === 'ts')
    if (steps.length === 0) continue
    const code = [...steps.map((step) => step.code), 'export {}']
    writeFileSync(join(folder, `${path.replaceAll('/', '-')}.mts`), code.join('\n'))
  }
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})
