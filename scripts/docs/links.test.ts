// Faster than building the site, which fails for the same links in the full lane.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'sdk/*.md', '.github/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/.vitepress/**'],
})

function linksOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
    .replaceAll(/^( *)(`{3,}|~{3,})[\s\S]*?^\1\2/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
  const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)]
  const defined = [...text.matchAll(/^\[[^\]]+\]: +(\S+)/gm)]
  return [...inline, ...defined]
    .map(([, target]) => target!)
    .filter((target) => !/^([a-z]+:|\/)/.test(target))
}

/** As in the site and on GitHub. */
function anchorsOf(page: string): Set<string> {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ +(.+)$/gm)
  return new Set([...headings].map(([, heading]) => anchorOf(heading!)))
}

function anchorOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  return text
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

test('every link of the documentation has its page and its heading', () => {
  const dead = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? join(root, page) : join(root, dirname(page), decodeURIComponent(path))
        if (!existsSync(target)) return true
        return (
          anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(decodeURIComponent(anchor))
        )
      })
      .map((link) => `${page}: ${link}`),
  )
  expect(pages.length).toBeGreaterThan(50)
  expect(dead).toEqual([])
})
