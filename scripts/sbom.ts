// The software bill of materials (CycloneDX) of node_modules, or of an installation.
//
//   npm run sbom                          everything, including build and test tools
//   npm run sbom -- --production > x      runtime dependencies only
//
// Made by npm from the lock file and node_modules; fields that differ with each run are removed.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { statedLicenses } from './stated-licenses.ts'

const { values } = parseArgs({ options: { production: { type: 'boolean', default: false } } })

const text = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', ...(values.production ? ['--workspace', 'server'] : [])],
  { encoding: 'utf8', maxBuffer: 100_000_000, stdio: ['ignore', 'pipe', 'inherit'] },
)
interface Component {
  name: string
  group?: string
  version: string
  licenses?: object[]
}

const bom = JSON.parse(text) as Record<string, unknown> & {
  metadata: Record<string, unknown>
  components: Component[]
}
delete bom.serialNumber
delete bom.metadata.timestamp
if (values.production) bom.components = bom.components.filter(isForProduction())
for (const component of bom.components) {
  const id = statedLicenses[`${component.name}@${component.version}`]
  if (id) component.licenses ??= [{ license: { id } }]
}
console.log(JSON.stringify(bom, null, 2))

/** By the lock file: with `--omit=dev`, npm also leaves out what a tool of development shares with the server. */
function isForProduction(): (component: Component) => boolean {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { name?: string; version?: string; dev?: boolean }>
  }
  const kept = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true)
  const named = new Set(
    kept.map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`),
  )
  return ({ name, group, version }) => named.has(`${group ? `${group}/` : ''}${name}@${version}`)
}
