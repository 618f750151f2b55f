import { expect, test } from 'vitest'
import { settingsFor } from './provider-settings.ts'

const providers = [
  { id: 'openfreemap', needsKey: false },
  { id: 'maptiler', needsKey: true },
  { id: 'stadia', needsKey: true },
]

test.each([
  [[], 'RASTRO_MAP_PROVIDERS='],
  [['openfreemap'], 'RASTRO_MAP_PROVIDERS=openfreemap'],
  [
    ['stadia', 'openfreemap', 'maptiler'],
    'RASTRO_MAP_PROVIDERS=openfreemap,maptiler,stadia\nRASTRO_MAP_PROVIDER_KEYS=maptiler=KEY,stadia=KEY',
  ],
])('the settings for %j', (chosen, lines) => {
  expect(settingsFor(providers, chosen)).toBe(lines)
})
