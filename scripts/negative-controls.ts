// Shows that tests can fail: switches one check after the other off, in a worktree of its own, and runs the test that
// proves it. `npm run controls`, or `npm run controls -- A16` for those whose name has that text.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Control } from './negative-controls/control.types.ts'
import { controls } from './negative-controls/controls.ts'

const root = join(import.meta.dirname, '..')
const [wanted = ''] = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'rastro-controls-'))
const tree = join(scratch, 'tree')

function run(command: string, args: string[], cwd: string) {
  return spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, CI: 'true' } })
}

interface Report {
  testResults: { assertionResults: { status: string }[] }[]
}

/** Failed and passed tests. */
function runTest({ test, title }: Control): { failed: number; passed: number } {
  const report = join(scratch, 'report.json')
  rmSync(report, { force: true })
  const filter = title === '' ? [] : ['-t', title]
  const vitest = join(root, 'node_modules/.bin/vitest')
  run(vitest, ['run', test, ...filter, '--retry=0', '--reporter=json', `--outputFile=${report}`], tree)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const count = (status: string) => all.filter((one) => one.status === status).length
  return { failed: count('failed'), passed: count('passed') }
}

/** Whether the tests pass with the check, and fail without it. */
function isProved(control: Control): boolean {
  const path = join(tree, control.file)
  const before = readFileSync(path, 'utf8')
  if (before.split(control.from).length !== 2)
    throw new Error(`${control.file} has not once: ${control.from}`)
  const sound = runTest(control)
  if (sound.failed > 0 || sound.passed === 0) throw new Error(`${control.test} does not pass as it is`)
  writeFileSync(
    path,
    before.replace(control.from, () => control.to),
  )
  try {
    return runTest(control).failed > 0
  } finally {
    writeFileSync(path, before)
  }
}

const figures: Record<string, boolean> = {}
try {
  const added = run('git', ['worktree', 'add', '--detach', tree, 'HEAD'], root)
  if (added.status !== 0) throw new Error(added.stderr)
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  symlinkSync(join(root, 'sdk/node_modules'), join(tree, 'sdk/node_modules'))
  for (const control of controls.filter(({ name }) => name.includes(wanted))) {
    figures[control.name] = isProved(control)
    console.log(`${figures[control.name] ? 'fails without it' : 'PASSES WITHOUT IT'}  ${control.name}`)
  }
} finally {
  run('git', ['worktree', 'remove', '--force', tree], root)
  rmSync(scratch, { recursive: true, force: true })
}
const pass = Object.values(figures).every(Boolean)
console.log(JSON.stringify({ name: 'controls', figures, targets: { all: true }, pass }))
process.exitCode = pass ? 0 : 1
