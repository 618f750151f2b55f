import { expect, test } from 'vitest'
import { disclosureOf, mapProviders } from './map-providers.ts'

test.each(mapProviders)('$id names its origins, its attribution and what browsers disclose', (provider) => {
  const { url, darkUrl, origins, type, attribution, needsKey, terms, termsUrl } = provider
  for (const address of [url, ...(darkUrl ? [darkUrl] : [])]) {
    expect(origins).toContain(new URL(address).origin)
    expect(address.includes('=KEY')).toBe(needsKey === true)
  }
  for (const origin of origins) expect(new URL(origin).origin).toBe(origin)
  expect(origins.every((origin) => origin.startsWith('https://'))).toBe(true)
  if (type !== 'style') expect([url.match(/\{[zxy]\}/g)?.length, attribution !== '']).toEqual([3, true])
  expect(attribution).not.toMatch(/<(?!a href="https:\/\/[^"]+" target="_blank" rel="noopener">|\/a>)/)
  expect(disclosureOf(provider)).toMatch(/^The browser of each user sends its IP address .+ to [A-Zt].+\.$/)
  expect([terms.endsWith('.'), new URL(termsUrl).protocol]).toEqual([true, 'https:'])
})
