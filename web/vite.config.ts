import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin, Rolldown } from 'vite'
import { build, defineConfig } from 'vite'

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

/**
 * The service worker has a name without a hash, in the root of the site: its place is its scope. It is built after the
 * page, because it knows the names of its files, so every build has another one.
 */
function serviceWorker(): Plugin {
  let files: string[] = []
  let scripts = ''
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle(_options, bundle) {
      files = Object.keys(bundle).map((name) => `/${name}`)
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('the build has no page')
      scripts = [...String(page.source).matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => src).join()
    },
    async closeBundle() {
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        define: {
          __FILES__: JSON.stringify(files.filter((name) => name !== '/index.html')),
          __SCRIPTS__: JSON.stringify(scripts),
        },
        build: {
          target: 'es2024',
          emptyOutDir: false,
          copyPublicDir: false,
          lib: {
            entry: join(import.meta.dirname, 'src/service-worker/service-worker.ts'),
            formats: ['iife'],
            name: 'serviceWorker',
            fileName: () => 'service-worker.js',
          },
        },
      })
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
  plugins: [react(), compressed(), stylesAfterSplash(), serviceWorker()],
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
