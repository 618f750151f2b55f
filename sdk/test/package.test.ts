import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import type { Installed } from './installed.ts'
import { bundlePackage, installPackage } from './installed.ts'

/** Minified and gzipped, including its dependency. */
const maxBytes = 5_000

let installed: Installed
beforeAll(() => {
  installed = installPackage()
})
afterAll(() => installed.remove())

interface Ended {
  code: number
  output: string
}

function runNode(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: installed.dir }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

test('the package contains JavaScript and types, no source, and one dependency', () => {
  const kinds = new Set(installed.files.map((file) => file.replace(/^[^.]+/, '')))
  expect([...kinds].sort()).toEqual(['', '.d.ts', '.js', '.json', '.md'])
  const home = join(installed.dir, 'node_modules/@rastro/client')
  const described = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  expect(described).toMatchObject({ name: '@rastro/client', license: 'Apache-2.0' })
  expect(described.private).toBeUndefined()
  expect(Object.keys(described.dependencies)).toEqual(['openapi-fetch'])
})

describe('installed below node_modules', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  test('works from plain JavaScript', async () => {
    const { userName, apiKey, token } = await world.make.account()
    await world.make.device({ token }, { name: 'Gaviota' })
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
    installed.write(
      'program.js',
      `import { apiKeyTokens, createClient } from '@rastro/client'
      import { ruleTypes } from '@rastro/client/constants'
      const who = ${JSON.stringify({ url, userName, apiKey })}
      const rastro = createClient({ url: who.url, token: apiKeyTokens(who) })
      const { devices } = await rastro.get('/api/devices')
      console.log(devices.map(({ name }) => name).join(), ruleTypes[0])`,
    )
    expect(await runNode('program.js')).toEqual({ code: 0, output: 'Gaviota sos\n' })
  })

  const compilers = {
    'TypeScript of this repository': '../../node_modules/typescript/bin/tsc',
    'TypeScript 5': '../node_modules/typescript/bin/tsc',
  }
  test.for(Object.entries(compilers))('its types work with %s', async ([, tsc], { expect }) => {
    const options = { strict: true, noEmit: true, module: 'nodenext', target: 'esnext', types: [] }
    const files = ['right.ts', 'wrong.ts']
    installed.write('tsconfig.json', JSON.stringify({ compilerOptions: options, files }))
    const program = (field: string) => `import { createClient } from '@rastro/client'
      const rastro = createClient({ url: '', token: () => 'token' })
      for await (const { devices } of rastro.pages('/api/devices')) for (const one of devices) one.${field}.trim()`
    installed.write('right.ts', program('name'))
    installed.write('wrong.ts', program('nmae'))
    const { code, output } = await runNode(fileURLToPath(new URL(tsc, import.meta.url)))
    expect(code).not.toBe(0)
    expect(output.match(/^\S.*error.*$/gm)).toEqual([
      expect.stringMatching(/^wrong\.ts\(3,.* TS2339: Property 'nmae' does not exist/),
    ])
  })
})

test(`is at most ${maxBytes} bytes when bundled for a page`, async () => {
  const code = await bundlePackage(installed)
  const bytes = gzipSync(code, { level: 9 }).length
  process.stdout.write(`@rastro/client: ${code.length} bytes minified, ${bytes} gzipped\n`)
  expect(code).not.toMatch(/from\s*["']/)
  expect(bytes).toBeLessThanOrEqual(maxBytes)
  expect(bytes).toBeGreaterThan(maxBytes / 2)
})
