// After a build: fails on markup that the server's policy would refuse, and compresses the assets.

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Inline styles of the theme; its script sets both again, which the policy allows. */
export function withoutThemeStyles(html: string): string {
  return html.replaceAll(' style="--vp-vh:0px;"', '').replaceAll(' style=""', '')
}

export function finish(dir: string): void {
  const pages = globSync('**/*.html', { cwd: dir })
  const faults = pages.flatMap((page) =>
    faultsOf(readFileSync(join(dir, page), 'utf8')).map((f) => `${page}: ${f}`),
  )
  if (faults.length > 0) throw new Error(`browsers would refuse this:\n${faults.slice(0, 20).join('\n')}`)
  for (const file of globSync('assets/**/*.{js,css}', { cwd: dir })) {
    const bytes = readFileSync(join(dir, file))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 }
    writeFileSync(join(dir, `${file}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(join(dir, `${file}.gz`), gzipSync(bytes, { level: 9 }))
  }
}

function faultsOf(html: string): string[] {
  return [
    ...(html.match(/<[^>]+\sstyle="[^"]*"/g) ?? []),
    ...(html.match(/<[^>]+\son[a-z]+="[^"]*"/g) ?? []),
    ...(html.match(/<(script|link|img|iframe)[^>]+(src|href)="(https?:)?\/\/[^"]*"/g) ?? []),
  ]
}
