// Writes the files that are made from others. With --check it changes nothing and fails where one is out of date.

import { readFileSync, writeFileSync } from 'node:fs'
import { describeServer } from '../server/src/processes/describe.ts'

const { openapi, asyncapi } = await describeServer()
const generated: Record<string, object> = {
  'server/openapi.json': openapi,
  'server/asyncapi.json': asyncapi,
}

const checks = process.argv.includes('--check')
for (const [file, document] of Object.entries(generated)) {
  const path = new URL(`../${file}`, import.meta.url)
  const wanted = `${JSON.stringify(document, null, 2)}\n`
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
