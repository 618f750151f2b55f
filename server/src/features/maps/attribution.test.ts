import { expect, test } from 'vitest'
import { cleanAttribution, openStreetMap } from './attribution.ts'

test.each([
  ['Plain © text', 'Plain © text'],
  ['&copy; A &amp; B', '© A &amp; B'],
  [
    '<a href="https://a.example/?x=1&y=2" onclick="evil()"><b>A</b></a> and others',
    '<a href="https://a.example/?x=1&amp;y=2" target="_blank" rel="noopener">A</a> and others',
  ],
  ['<script>evil()</script>', 'evil()'],
  ['<img src=x onerror=evil()>Map', 'Map'],
  ['<a href="javascript:evil()">A</a>', 'A'],
  ['A<img src=x onerror=evil()', 'A'],
  ['&#60;img src=x&#62;', '&lt;img src=x&gt;'],
  ['', openStreetMap],
  [17, openStreetMap],
  ['x'.repeat(5_000), openStreetMap],
])('%s', (value, clean) => {
  expect(cleanAttribution(value)).toBe(clean)
})

test('takes no time for input made to be slow', () => {
  const before = performance.now()
  cleanAttribution('<a href=http://x '.repeat(58))
  expect(performance.now() - before).toBeLessThan(500)
})
