import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  // The server puts a new one into every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: { target: 'es2024', assetsInlineLimit: 0, chunkSizeWarningLimit: 1_200 },
  worker: { format: 'es' },
  server: {
    port: Number(process.env.RASTRO_WEB_PORT ?? 5173),
    proxy: {
      ...Object.fromEntries(['/api', '/session', '/web'].map((path) => [path, server])),
      '/share': {
        target: server,
        // A share link is a page for browsers and JSON for programs, as on the server.
        bypass: ({ headers }) => (headers.accept?.includes('text/html') ? '/index.html' : undefined),
      },
    },
  },
})
