// Builds the site from docs/, served at /docs: from one host, without inline code that a strict policy refuses.

import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { colourByClass, colours } from './code-colours.ts'
import { alignByClass } from './column-classes.ts'
import { finish, withoutThemeStyles } from './finish.ts'
import { home } from './home.ts'
import { nav, sidebar } from './navigation.ts'
import { repositoryLinks } from './repository-links.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

// biome-ignore lint/style/noDefaultExport: VitePress asks for it.
export default defineConfig({
  title: 'Rastro',
  description: 'Open-source tracking that you run yourself',
  lang: 'en',
  base: '/docs/',
  cleanUrls: true,
  srcExclude: ['screenshots/**'],
  rewrites: { 'trackers/README.md': 'trackers/index.md', 'decisions/README.md': 'decisions/index.md' },
  // Disabling transitions needs an inline style, which the policy refuses.
  appearance: { disableTransition: false },
  head: [['link', { rel: 'icon', href: '/docs/icon.svg', type: 'image/svg+xml' }]],
  markdown: {
    theme: colours,
    codeTransformers: [colourByClass],
    config(md) {
      md.use(repositoryLinks)
      md.use(alignByClass)
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    nav: nav(version),
    sidebar: sidebar(),
    outline: [2, 3],
    externalLinkIcon: true,
  },
  vite: { build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 } },
  transformPageData: ({ relativePath }) =>
    relativePath === 'index.md' ? { title: 'Documentation', frontmatter: home } : undefined,
  contentProps: { class: 'page-text' },
  transformHtml: withoutThemeStyles,
  buildEnd: ({ outDir }) => finish(outDir),
})
