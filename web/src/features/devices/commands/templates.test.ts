import { expect, test } from 'vitest'
import { templatesOf } from './templates.ts'

test('Queclink commands contain the factory password of the model', () => {
  expect(templatesOf('queclink', 'Queclink GV300W')?.position).toBe('AT+GTRTO=gv300,1,,,,,,')
  expect(templatesOf('Queclink', 'GL50B')?.reboot).toBe('AT+GTRTO=gl50,3,,,,,,')
})

test('without a known model the password is left to the user', () => {
  expect(templatesOf('queclink', null)?.position).toContain('=PASSWORD,')
  expect(templatesOf('queclink', 'X1')?.outputOn).toContain('=PASSWORD,1,')
})

test('other protocols have none', () => {
  expect(templatesOf('teltonika', 'FMB920')).toBeUndefined()
  expect(templatesOf(null, null)).toBeUndefined()
})
