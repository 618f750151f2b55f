// Links as they work in a clone, made to work in the site: to pages by their address, to other files by their name.

import { existsSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownRenderer } from 'vitepress'

const docs = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const root = dirname(docs)

/** Files beside docs/, and the pages that show them. */
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
      // Links do not stand in links, so the next end is that of the last beginning.
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

/** A page that shows a file from elsewhere has that file's links. */
function sourceOf(page: string): string {
  const source = Object.entries(shown).find(([, path]) => path === relative(root, page))
  return source ? resolve(root, source[0]) : page
}

const isRelative = (href: string) => !/^([a-z]+:|\/|#)/i.test(href)

/** The address of a page; nothing where the file is none. */
function targetOf(from: string, href: string): string | undefined {
  const [path = '', anchor] = href.split('#')
  const file = resolve(from, decodeURI(path))
  if (!existsSync(file)) throw new Error(`a link leads to ${relative(root, file)}, which is not there`)
  const page = pageOf(file)
  return page && (anchor ? `${page}#${anchor}` : page)
}

function pageOf(file: string): string | undefined {
  const path = relative(root, file)
  const inside = Object.entries(shown).find(([source]) => source === path)?.[1] ?? path
  if (!inside.startsWith('docs/')) return undefined
  const address = inside.slice('docs'.length)
  if (address.endsWith('.md')) return address.replace(/(README|index)?\.md$/, '')
  const isFolder = statSync(file).isDirectory() && existsSync(`${file}/README.md`)
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
