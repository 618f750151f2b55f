// The commands of the README's quick start.

const heading = '## Running in five minutes'
const last = 'npm run demo'

/** The lines of the section's first block, up to the demo. */
export function readSteps(readme: string): string[] {
  const from = readme.indexOf(heading)
  const section = readme.slice(from, readme.indexOf('\n## ', from + heading.length))
  const [, block] = /```sh\n([\s\S]*?)```/.exec(section) ?? []
  const lines = block?.split('\n').filter((line) => line.trim() !== '') ?? []
  const end = lines.indexOf(last)
  if (from < 0 || end < 0) throw new Error(`README.md has no block with "${last}" under "${heading}"`)
  return lines.slice(0, end + 1)
}
