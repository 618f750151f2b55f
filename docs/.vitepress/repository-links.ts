// Converts links that work in a clone to links of the site. A file that is not a page becomes its name, also where it is
// missing: the image is built without tests. scripts/docs/links.test.ts finds broken links.

import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownRenderer } from 'vitepress'

const docs = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const root = dirname(docs)

/** Files outside docs/, and the pages that include them. */
const shown = {
  'CONTRIBUTING.md': 'docs/contributing.md',
  'CHANGELOG.md': 'docs/changelog.md',
  'SECURITY.md': 'docs/security-promises.md',
  'sdk/README.md': 'docs/api-guide/client.md',
}

export function repositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const from = dirname(sourceOf(env.realPath ?? env.path))
    for (const { children } of tokens) {
      // Links cannot be nested, so the next close belongs to the last open.
      let isName = false
      for (const token of children ?? []) {
        if (token.type === 'link_close' && isName) token.tag = 'span'
        if (token.type !== 'link_open') continue
        const href = token.attrGet('href') ?? ''
        const target = isRelative(href) ? targetOf(from, href) : href
        isName = target === undefined
        if (target !== undefined) token.attrSet('href', target)
        else asName(token, href)
      }
    }
  })
}

/** Links of an included file are relative to that file. */
function sourceOf(page: string): string {
  const source = Object.entries(shown).find(([, path]) => path === relative(root, page))
  return source ? resolve(root, source[0]) : page
}

const isRelative = (href: string) => !/^([a-z]+:|\/|#)/i.test(href)

/** The address of a page; undefined if the file is not a page. */
function targetOf(from: string, href: string): string | undefined {
  const [path = '', anchor] = href.split('#')
  const file = resolve(from, decodeURI(path))
  const page = pageOf(file)
  return page && (anchor ? `${page}#${anchor}` : page)
}

function pageOf(file: string): string | undefined {
  const path = relative(root, file)
  const inside = Object.entries(shown).find(([source]) => source === path)?.[1] ?? path
  if (!inside.startsWith('docs/')) return undefined
  const address = inside.slice('docs'.length)
  if (address.endsWith('.md')) return address.replace(/(README|index)?\.md$/, '')
  const isFolder = existsSync(`${file}/README.md`)
  return isFolder ? `${address}/` : undefined
}

function asName(token: { tag: string; type: string; attrs: [string, string][] | null }, href: string): void {
  token.tag = 'span'
  token.type = 'name_open'
  token.attrs = [
    ['class', 'file-of-the-source'],
    ['title', href],
  ]
}
