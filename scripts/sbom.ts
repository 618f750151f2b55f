// The software bill of materials (CycloneDX) of node_modules, or of an installation.
//
//   npm run sbom                          everything, including build and test tools
//   npm run sbom -- --production > x      runtime dependencies only
//
// Made by npm from the lock file and node_modules; fields that differ with each run are removed.

import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { statedLicenses } from './stated-licenses.ts'

const { values } = parseArgs({ options: { production: { type: 'boolean', default: false } } })
const ofServer = ['--omit=dev', '--workspace', 'server']

const text = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', ...(values.production ? ofServer : [])],
  { encoding: 'utf8', maxBuffer: 100_000_000, stdio: ['ignore', 'pipe', 'inherit'] },
)
interface Component {
  name: string
  version: string
  licenses?: object[]
}

const bom = JSON.parse(text) as Record<string, unknown> & {
  metadata: Record<string, unknown>
  components: Component[]
}
delete bom.serialNumber
delete bom.metadata.timestamp
for (const component of bom.components) {
  const id = statedLicenses[`${component.name}@${component.version}`]
  if (id) component.licenses ??= [{ license: { id } }]
}
console.log(JSON.stringify(bom, null, 2))
