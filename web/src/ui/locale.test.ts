import { expect, test } from 'vitest'
import { chooseLocales } from './locale.ts'

test.each([
  ['en', ['en-GB', 'en'], 'en-GB', 'en-GB'],
  ['en', ['en'], 'en', 'en'],
  ['es', ['en-US', 'es-MX'], 'es-MX', 'es-MX'],
  ['pt', ['pt'], 'pt', 'pt'],
  ['en', ['not a tag', 'en-AU'], 'en-AU', 'en-AU'],
])('%s in a browser with %j uses the dates of %s', (language, preferred, dates, numbers) => {
  expect(chooseLocales(language, preferred)).toEqual({ dates, numbers })
})

test('a browser in another language decides on dates, not on decimal points', () => {
  expect(chooseLocales('en', ['es-ES', 'es'])).toEqual({ dates: 'en-ES', numbers: 'en' })
})
