import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vite'

const server = process.env.RASTRO_URL ?? 'http://127.0.0.1:8080'

/** Compresses the files once at build time: the server sends them as they are. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      const assets = join(import.meta.dirname, 'dist/assets')
      for (const name of readdirSync(assets)) {
        if (!/[.](js|mjs|css|svg)$/.test(name)) continue
        const bytes = readFileSync(join(assets, name))
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 10 }
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params: quality }))
        writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** Style sheets in the head would keep the page blank until they are loaded. After the logo, they block only the rest. */
function stylesAfterSplash(): Plugin {
  return {
    name: 'styles-after-splash',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? []
        const rest = links.reduce((page, link) => page.replace(link, ''), html)
        return rest.replace('<div id="root">', () => `${links.join('')}\n    <div id="root">`)
      },
    },
  }
}

/** Few files instead of more than a hundred before the first list, each with headers. Updates seldom change libraries. */
const startingChunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
  { name: 'interface', tags: ['$initial'], priority: 1 },
  // With their dependencies.
  { name: 'list', test: /live-view[.]tsx$/ },
  { name: 'fields', test: /(sign-in-page|list-choices)[.]tsx$/ },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed(), stylesAfterSplash()],
  // The server puts a new one into every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { output: { codeSplitting: { groups: startingChunks } } },
  },
  worker: { format: 'es' },
  server: {
    port: Number(process.env.RASTRO_WEB_PORT ?? 5173),
    proxy: {
      ...Object.fromEntries(
        ['/api', '/session', '/web', '/brand', '/manifest.webmanifest', '/exports', '/report-files'].map(
          (path) => [path, server],
        ),
      ),
      '/share': {
        target: server,
        // A share link is a page for browsers and JSON for programs, as on the server.
        bypass: ({ headers }) => (headers.accept?.includes('text/html') ? '/index.html' : undefined),
      },
    },
  },
})
