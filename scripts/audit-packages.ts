// Asks the registry for known holes in the packages, and for the signatures of what is installed.
//
//   npm run audit-packages
//
// Not every registry answers that. One that does not is told of, and is no failure: the packages are locked by their hashes
// in any case (scripts/packages.test.ts).

import { spawnSync } from 'node:child_process'

/** From here on somebody has to act: see SECURITY.md, "Components". */
const grave = ['high', 'critical']

interface Audit {
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>
}
interface Signatures {
  invalid?: { name: string; version: string }[]
  missing?: { name: string; version: string }[]
}

function ask<T>(...args: string[]): T | undefined {
  // A registry that has no answer is not asked three times.
  const { stdout } = spawnSync('npm', [...args, '--json', '--fetch-retries=0', '--fetch-timeout=10000'], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    timeout: 60_000,
  })
  try {
    return JSON.parse(stdout) as T
  } catch {
    return undefined
  }
}

const { vulnerabilities } = ask<Audit>('audit') ?? {}
const found = Object.entries(vulnerabilities ?? {}).filter(([, { severity }]) => grave.includes(severity))
if (!vulnerabilities) console.log('holes: skipped, this registry does not answer npm audit')
else console.log(`holes: ${found.length} high or critical of ${Object.keys(vulnerabilities).length} known`)
for (const [name, { severity, range, fixAvailable }] of found) {
  console.log(`  ${name} ${range}: ${severity}${fixAvailable ? ', mended in a newer version' : ''}`)
}

const signatures = ask<Signatures>('audit', 'signatures')
if (!signatures?.invalid)
  console.log('signatures: skipped, this registry does not answer npm audit signatures')
else console.log(`signatures: ${signatures.invalid.length} wrong, ${signatures.missing?.length ?? 0} missing`)
for (const { name, version } of signatures?.invalid ?? []) console.log(`  ${name}@${version}: wrong`)

if (found.length > 0 || (signatures?.invalid?.length ?? 0) > 0) process.exitCode = 1
