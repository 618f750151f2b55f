// Writes the generated files. With --check it changes nothing and fails if one is out of date.

import { readFileSync, writeFileSync } from 'node:fs'
import { describeCommands } from '../cli/describe-commands.ts'
import { describeEventTypes, describeTypes } from '../sdk/describe-types.ts'
import { loadProgram } from '../server/src/main.ts'
import { languages } from '../server/src/platform/http/accept-language.ts'
import { describeMetrics } from '../server/src/platform/observability/metrics-description.ts'
import { describeServer } from '../server/src/roles/describe.ts'
import { views } from '../web/src/shell/views.ts'
import { describeConstants } from './describe-constants.ts'
import { describeErrors } from './describe-errors.ts'
import { describeSettings } from './describe-settings.ts'
import { withFigures } from './proof/page.ts'
import { readResults } from './proof/results.ts'

const { openapi, asyncapi } = await describeServer()
const generated: Record<string, string> = {
  'server/openapi.json': toJson(openapi),
  'server/asyncapi.json': toJson(asyncapi),
  'sdk/src/api-types.ts': await describeTypes(openapi),
  'sdk/src/api-constants.ts': describeConstants(openapi),
  'server/src/features/alert-texts/alert-texts.json': toJson(alertTexts()),
  'e2e/views.json': toJson(Object.values(views).map(({ path }) => path)),
  'docs/metrics.md': await describeMetrics(),
  'docs/settings.md': describeSettings(),
  'docs/api-guide/errors.md': describeErrors(),
  'sdk/src/event-types.ts': await describeEventTypes(asyncapi),
  'docs/proof.md': withFigures(read(new URL('../docs/proof.md', import.meta.url)) ?? '', readResults()),
  'docs/cli.md': withReference('docs/cli.md', describeCommands(await loadProgram())),
}

const checks = process.argv.includes('--check')
for (const [file, wanted] of Object.entries(generated)) {
  const path = new URL(`../${file}`, import.meta.url)
  if (read(path) === wanted) continue
  if (checks) {
    console.error(`${file} is out of date. Run: npm run generate`)
    process.exitCode = 1
  } else {
    writeFileSync(path, wanted)
    console.log(`wrote ${file}`)
  }
}

/** The server writes alerts into e-mails and reports as the interface does. */
function alertTexts(): object {
  const textsOf = (language: string) => {
    const path = new URL(`../web/src/messages/${language}/alerts.json`, import.meta.url)
    const { details, names, alarms } = JSON.parse(readFileSync(path, 'utf8'))
    return { details, names, alarms }
  }
  return Object.fromEntries(languages.map((language) => [language, textsOf(language)]))
}

function toJson(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Replaces the text between the marks; the rest of the page is written by hand. */
function withReference(file: string, reference: string): string {
  const text = read(new URL(`../${file}`, import.meta.url)) ?? ''
  const [begin, end] = ['<!-- made by npm run generate -->', '<!-- until here -->']
  const [before, after] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  return `${text.slice(0, before)}\n\n${reference}\n\n${text.slice(after)}`
}

function read(path: URL): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
