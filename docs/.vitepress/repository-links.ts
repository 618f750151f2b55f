// Links as they work in a clone, made to work in the site: to pages by their address, to other files by their name.

import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownRenderer } from 'vitepress'

const docs = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const root = dirname(docs)

/** Files beside docs/ that a page here includes: its head names them. */
const included: Record<string, string> = {
  'CONTRIBUTING.md': '/contributing',
  'CHANGELOG.md': '/changelog',
  'SECURITY.md': '/security-promises',
  'sdk/README.md': '/api-guide/client',
}

export function repositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    // `source` says where the text of the page comes from, and so what its links are relative to.
    const source = env.frontmatter?.source
    const from = source ? dirname(resolve(docs, source)) : dirname(env.realPath ?? env.path)
    for (const { children } of tokens) {
      const open: { isKept: boolean }[] = []
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? ''
          const target = isRelative(href) ? targetOf(from, href) : href
          open.push({ isKept: target !== undefined })
          if (target !== undefined) token.attrSet('href', target)
          else asName(token, href)
        } else if (token.type === 'link_close' && open.pop()?.isKept === false) token.tag = 'span'
        else if (token.type === 'link_close') continue
      }
    }
  })
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
  const beside = included[relative(root, file)]
  if (beside) return beside
  if (!file.startsWith(`${docs}/`)) return undefined
  const inside = `/${relative(docs, file)}`
  if (inside.endsWith('.md')) return inside.replace(/(README|index)?\.md$/, '')
  const isFolder =
    !inside.includes('.') && readdirSync(file).some((name) => /^(README|index)\.md$/.test(name))
  return isFolder ? `${join(inside, '/')}` : undefined
}

function asName(token: { tag: string; type: string; attrs: [string, string][] | null }, href: string): void {
  token.tag = 'span'
  token.type = 'name_open'
  token.attrs = [
    ['class', 'file-of-the-source'],
    ['title', href],
  ]
}
