// Command: decodes a file of example frames and prints the differences from the expected values.
// node protocols/frames.ts <file> [--protocol name]
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compareFrame } from './compare-frame.ts'
import type { ExampleFrame } from './compare-values.ts'
import { protocols } from './src/index.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { protocol: { type: 'string' } },
})
const [file] = positionals
if (!file) {
  process.stderr.write('usage: node protocols/frames.ts <file> [--protocol name]\n')
  process.exit(2)
}

/** Dialects that the examples name separately. */
const spokenBy: Readonly<Record<string, string>> = { 'gt06-topin': 'gt06' }

const frames: ExampleFrame[] = JSON.parse(readFileSync(file, 'utf8'))
const asked = frames.filter((frame) => !values.protocol || frame.protocol === values.protocol)
let right = 0
let skipped = 0
for (const frame of asked) {
  const protocol = protocols.find(({ name }) => name === (spokenBy[frame.protocol] ?? frame.protocol))
  if (!protocol) {
    skipped++
    continue
  }
  const differences = compareFrame(protocol, frame)
  if (differences.length === 0) right++
  for (const difference of differences) {
    process.stdout.write(`${frame.protocol} ${frame.transport}, ${frame.name}: ${difference}\n`)
  }
}
const compared = asked.length - skipped
process.stdout.write(`${right} of ${compared} as expected, ${skipped} skipped: protocol not spoken yet\n`)
if (right < compared) process.exitCode = 1
