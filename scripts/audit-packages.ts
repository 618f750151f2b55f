// Checks the installed packages for known vulnerabilities and valid signatures, as far as the registry supports it.
//
//   npm run audit-packages
//
// A registry without audit support is reported and is not a failure: packages are locked by hash in any case
// (scripts/packages.test.ts).

import { spawnSync } from 'node:child_process'

/** Severities that require action: see SECURITY.md, "Components". */
const grave = ['high', 'critical']

interface Audit {
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>
}
interface Signatures {
  invalid?: { name: string; version: string }[]
  missing?: { name: string; version: string }[]
}

function query<T>(...args: string[]): T | undefined {
  // No retries: a registry without audit support fails every time.
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

const { vulnerabilities } = query<Audit>('audit') ?? {}
const found = Object.entries(vulnerabilities ?? {}).filter(([, { severity }]) => grave.includes(severity))
if (!vulnerabilities) console.log('vulnerabilities: skipped, this registry does not support npm audit')
else
  console.log(
    `vulnerabilities: ${found.length} high or critical of ${Object.keys(vulnerabilities).length} known`,
  )
for (const [name, { severity, range, fixAvailable }] of found) {
  console.log(`  ${name} ${range}: ${severity}${fixAvailable ? ', fixed in a newer version' : ''}`)
}

const signatures = query<Signatures>('audit', 'signatures')
if (!signatures?.invalid)
  console.log('signatures: skipped, this registry does not support npm audit signatures')
else console.log(`signatures: ${signatures.invalid.length} wrong, ${signatures.missing?.length ?? 0} missing`)
for (const { name, version } of signatures?.invalid ?? []) console.log(`  ${name}@${version}: wrong`)

if (found.length > 0 || (signatures?.invalid?.length ?? 0) > 0) process.exitCode = 1
