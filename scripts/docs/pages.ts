import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const written = globSync('docs/**/*.md', {
  cwd: root,
  exclude: ['docs/node_modules/**', 'docs/.vitepress/**'],
})

/** Whose blocks must all say whether they run. */
export const guides = [...written, 'sdk/README.md'].sort()
/** Whose marked blocks run. */
export const pages = [...guides, 'README.md', 'CONTRIBUTING.md']
