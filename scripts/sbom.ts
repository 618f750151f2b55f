// The list of components (CycloneDX) of what is in node_modules here, or of what an installation needs.
//
//   npm run sbom                          everything, also what only builds and tests
//   npm run sbom -- --production > x      what runs
//
// Made by npm from the lock file and what is installed; what names no component and would differ each time is left out.

import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { production: { type: 'boolean', default: false } } })
const ofServer = ['--omit=dev', '--workspace', 'server']

const text = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', ...(values.production ? ofServer : [])],
  { encoding: 'utf8', maxBuffer: 100_000_000, stdio: ['ignore', 'pipe', 'inherit'] },
)
const bom = JSON.parse(text) as Record<string, unknown> & { metadata: Record<string, unknown> }
delete bom.serialNumber
delete bom.metadata.timestamp
console.log(JSON.stringify(bom, null, 2))
