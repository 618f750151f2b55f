import { expect, test } from 'vitest'
import { checks } from './checks.ts'
import { startupChecks } from './startup-checks.ts'

test('every check that prevents a start is run at the start', () => {
  expect(startupChecks).toEqual(checks.filter(({ isStartupCheck }) => isStartupCheck))
})
