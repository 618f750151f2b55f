import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isFullLane } from '../lane.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const written = globSync('docs/**/*.md', {
  cwd: root,
  exclude: ['docs/node_modules/**', 'docs/.vitepress/**'],
})

/** Pages whose blocks must all be marked. */
export const guides = [...written, 'sdk/README.md'].sort()
/** Pages whose marked blocks run. */
export const pages = [...guides, 'README.md', 'CONTRIBUTING.md']

const recentCommits = 20

/** The pages to run: all in the full lane, otherwise those of the last commits and those not committed yet. */
export function pagesToRun(): string[] {
  if (isFullLane) return pages
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const touched = new Set([
    ...git('log', '-n', String(recentCommits), '--name-only', '--format='),
    ...git('diff', '--name-only', 'HEAD'),
    // Always: the first page of a new user.
    'docs/start.md',
  ])
  return pages.filter((path) => touched.has(path))
}
