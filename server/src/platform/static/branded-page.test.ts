import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brandPage } from './branded-page.ts'

const html = readFileSync(new URL('../../../../web/index.html', import.meta.url), 'utf8')
const icon192 = { url: `/brand/${'a'.repeat(64)}.png` }

test('nothing in the page is left of the built-in name, color and icon', () => {
  const page = brandPage(html, { name: 'Alpha Fleet', color: '#0b7285', pictures: { icon192 } })
  expect(page).toContain('<title>Alpha Fleet</title>')
  expect(page).toContain('<meta name="theme-color" content="#0b7285" />')
  expect(page).toContain(`<link rel="icon" href="${icon192.url}" type="image/png" />`)
  for (const builtIn of ['Rastro', '#1864ab', 'icon.svg', '<svg']) expect(page).not.toContain(builtIn)
})

test('a name is text, whatever it contains', () => {
  const name = '</title><script>alert(1)</script>$&'
  const page = brandPage(html, { name, color: '#0b7285', pictures: { icon192: null } })
  expect(page).not.toContain('<script>alert')
  expect(page).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;')
})
