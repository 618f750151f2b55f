// Writes the files that are made from others. With --check it changes nothing and fails where one is out of date.

import { readFileSync, writeFileSync } from 'node:fs'
import { describeServer } from '../server/src/processes/describe.ts'

const generated: Record<string, () => Promise<string>> = {
  'server/openapi.json': async () => `${JSON.stringify(await describeServer(), null, 2)}\n`,
}

const checks = process.argv.includes('--check')
for (const [file, make] of Object.entries(generated)) {
  const path = new URL(`../${file}`, import.meta.url)
  const wanted = await make()
  if (read(path) === wanted) continue
  if (checks) {
    console.error(`${file} is out of date. Run: npm run generate`)
    process.exitCode = 1
  } else {
    writeFileSync(path, wanted)
    console.log(`wrote ${file}`)
  }
}

function read(path: URL): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
