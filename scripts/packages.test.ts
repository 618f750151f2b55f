// Requirements for dependencies: locked by hash, from no hard-coded host, no install scripts, permissive licenses.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { statedLicenses } from './stated-licenses.ts'

interface Locked {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  license?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  hasInstallScript?: boolean
}

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'))

/** Platform-specific parts of tools; npm writes the hash only for those that fit the current machine. */
const isForAnotherMachine = ({ optional, os, cpu, libc }: Locked) =>
  optional === true &&
  (!(os ?? ['linux']).includes('linux') ||
    !(cpu ?? ['x64']).includes('x64') ||
    libc?.includes('glibc') === false)

const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

/** No license that binds operators or resellers; for build and test tools, nothing stricter than MPL. */
const allowed = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 Python-2.0 Unlicense'.split(
    ' ',
  ),
)
const allowedForTools = new Set([...allowed, 'MPL-2.0'])

/** Of licenses joined by OR one must be allowed; of licenses joined by AND all must be. */
function isAllowed(license: string, list: ReadonlySet<string>): boolean {
  const bare = license.replace(/^\((.*)\)$/, '$1')
  if (bare.includes(' AND ')) return bare.split(' AND ').every((one) => list.has(one))
  return bare.split(' OR ').some((one) => list.has(one))
}

describe.each(['', 'docs/'])('the packages of ./%s', (folder) => {
  const packages = Object.entries<Locked>(read(`${folder}package-lock.json`).packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  const faulty = (isFaulty: (one: Locked) => boolean) =>
    packages.filter(([, one]) => isFaulty(one)).map(([path]) => path)

  test('are locked by a hash of their content', () => {
    expect(packages.length).toBeGreaterThan(100)
    expect(faulty((one) => !isForAnotherMachine(one) && !one.integrity?.startsWith('sha512-'))).toEqual([])
    expect(faulty((one) => !/^\d+\.\d+\.\d+/.test(one.version ?? ''))).toEqual([])
  })

  test('come from the configured registry, with no host in the lock file', () => {
    expect(faulty(({ resolved }) => resolved !== undefined)).toEqual([])
  })

  test('run no install scripts, except those explicitly allowed', () => {
    const allowedScripts = read(`${folder}package.json`).allowScripts ?? {}
    const withScripts = faulty(({ hasInstallScript }) => hasInstallScript === true)
    expect(withScripts.map((path) => path.replace(/^.*node_modules\//, '')).sort()).toEqual(
      Object.keys(allowedScripts).sort(),
    )
    expect(readFileSync(`${root}.npmrc`, 'utf8')).toContain('strict-allow-scripts=true')
  })

  test('have allowed licenses', () => {
    const refused = packages.filter(([path, one]) => {
      if (isForAnotherMachine(one) && !one.license) return false
      const stated = statedLicenses[`${nameOf(path)}@${one.version}`]
      return !isAllowed(
        one.license ?? stated ?? 'none',
        one.dev || folder === 'docs/' ? allowedForTools : allowed,
      )
    })
    expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  })
})

test.each(Object.entries(statedLicenses))(
  'the license file of %s is that of %s',
  (nameAndVersion, license) => {
    const [name, version] = nameAndVersion.split('@')
    expect(read(`node_modules/${name}/package.json`).version).toBe(version)
    const [file] = readdirSync(`${root}node_modules/${name}`).filter((one) => /^(license|readme)/i.test(one))
    expect(readFileSync(`${root}node_modules/${name}/${file}`, 'utf8')).toMatch(
      new RegExp(`${license} License|## License\\s+${license}|Permission is hereby granted, free of charge`),
    )
  },
)

test('locks Node itself by hash, and runs the locked one', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
  for (const cpu of ['arm64', 'x64']) {
    expect(packages[`node_modules/node-linux-${cpu}`]).toMatchObject({
      version: process.versions.node,
      integrity: expect.stringMatching(/^sha512-/),
    })
  }
  expect(realpathSync(`${root}node_modules/.bin/node`)).toContain('node_modules/node-linux-')
})

test('evaluates AND and OR in license expressions', () => {
  const judged = [
    'MIT',
    '(MIT OR GPL-3.0)',
    'GPL-3.0',
    'MIT AND GPL-3.0',
    'MPL-2.0',
    'none',
    'Apache-2.0 AND MIT',
  ]
  expect(judged.filter((one) => isAllowed(one, allowed))).toEqual([
    'MIT',
    '(MIT OR GPL-3.0)',
    'Apache-2.0 AND MIT',
  ])
})

test('pins every direct dependency to an exact version', () => {
  for (const folder of ['', 'cli/', 'protocols/', 'sdk/', 'server/', 'simulator/', 'web/', 'docs/']) {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = read(`${folder}package.json`)
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies }
    const loose = Object.entries<string>(all).filter(
      ([name, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && !name.startsWith('@rastro/'),
    )
    expect([folder, loose]).toEqual([folder, []])
  }
})

test('the SBOM lists each component with version, hash and license', () => {
  const text = execFileSync('node', ['scripts/sbom.ts', '--production'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const bom = JSON.parse(text)
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  const parts = bom.components.filter(({ purl }: { purl: string }) => !purl.startsWith('pkg:npm/%40rastro/'))
  const names = parts.map(({ name }: { name: string }) => name)
  const workspaces = ['cli', 'protocols', 'sdk', 'server', 'simulator']
  const direct = workspaces.flatMap((name) => Object.keys(read(`${name}/package.json`).dependencies ?? {}))
  expect(names).toEqual(expect.arrayContaining(direct.filter((name) => !name.startsWith('@rastro/'))))
  expect(names).not.toContain('vitest')
  for (const { purl, hashes, licenses } of parts) {
    expect([purl, hashes?.[0]?.alg, licenses?.length]).toEqual([purl, 'SHA-512', 1])
  }
})
