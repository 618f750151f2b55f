// Generates docs/api-guide/errors.md from the error codes of the API, and compares them with the code that throws them.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorCodes } from '../server/src/platform/http/error-codes.ts'
import { statuses } from '../server/src/platform/http/errors.ts'
import { markdownTable } from '../server/src/platform/observability/markdown-table.ts'

const source = fileURLToPath(new URL('../server/src', import.meta.url))
const thrown = /new (\w+Error)\(\s*'([\w.]+)'/g

const head = `# Error codes

A failed call returns \`success: false\`, a message in \`error\`, and a stable \`code\` for programs. Messages may change;
codes do not. New codes may be added, so handle unknown ones by their status. All faults of a request are in \`details\`
as \`{ path, message }\`. Include the \`requestId\` when you contact your operator; it is in the server log.

The token request returns only \`success\` and \`error\`, as specified.

Retry 429 and 503 after the seconds in \`Retry-After\`. Do not retry other errors without a change; 409
\`change.conflict\` is the exception.

`

export function describeErrors(): string {
  requireThrown()
  const rows = Object.entries(errorCodes).map(([code, [statuses, meaning, remedy]]) => [
    `\`${code}\``,
    statuses.join(', '),
    meaning,
    remedy,
  ])
  return `${head}${markdownTable([['code', 'status', 'meaning', 'what to do'], ...rows])}\n`
}

/** Every code occurs in the code, with the statuses of the list. */
function requireThrown(): void {
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) => !file.endsWith('.test.ts') && !file.endsWith('error-codes.ts'),
  )
  const text = files.map((file) => readFileSync(`${source}/${file}`, 'utf8')).join('\n')
  const unused = Object.keys(errorCodes).filter((code) => !text.includes(`'${code}'`) && !isOfPart(code))
  const wrong = [...text.matchAll(thrown)].filter(([, name = '', code = '']) => {
    const [listed] = errorCodes[code as keyof typeof errorCodes] ?? []
    return listed && !(listed as readonly number[]).includes(statuses[name] ?? 0)
  })
  const faults = [
    ...unused.map((code) => `${code} is never thrown`),
    ...wrong.map(([, name, code]) => `${code} is thrown as ${name}, a status that is not listed`),
  ]
  if (faults.length > 0) throw new Error(`platform/http/error-codes.ts: ${faults.join('; ')}`)
}

/** Built from the invalid part of a request. */
function isOfPart(code: string): boolean {
  return /^(body|query|path|header|request)\.invalid$/.test(code)
}
