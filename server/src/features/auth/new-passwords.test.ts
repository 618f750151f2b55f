import { describe, expect, test } from 'vitest'
import { faultOf } from './new-passwords.api.ts'

const own = ['ana.perez@example.com', 'Ana Pérez García', 'Transportes Garcia']

describe('a new password', () => {
  test.each([
    ['short', 'Kf93-kls9-0Pqe'],
    ['common', 'Password20262026!'],
    ['a repetition', 'qwertyqwertyqwerty'],
    ['a repetition of anything', 'x7q!x7q!x7q!x7q!'],
    ['the alphabet', 'abcdefghijklmnop'],
    ['the alphabet backwards', 'zyxwvutsrqponmlk'],
    ['rows of the keyboard', 'qwertyuiop123456'],
    ['few characters', 'aabbaabbccabaabb'],
    ['the product three times', 'rastrorastrorastro'],
    ['words of the product', 'Rastro-GPS-tracker'],
    ['the e-mail address of the user', 'ana.perez@example.com'],
    ['the e-mail address and a number', 'Ana.Perez@example.com1'],
    ['the name of the user', 'ana pérez garcía'],
    ['the local part of the address and a name', 'ana.perez.garcía'],
    ['the account', 'transportesgarcia1'],
  ])('is rejected if it is %s', (_why, password) => {
    expect(faultOf(password, own)).toBeTypeOf('string')
  })

  test.each([
    'correct horse battery staple',
    'caracola verde 7',
    'Kf93-kls9-0Pqe.',
    'rastro de caracola',
    'la perra de ana ladra',
  ])('is accepted: %s', (password) => {
    expect(faultOf(password, own)).toBeUndefined()
  })

  test('needs 12 characters if the user has a second factor', () => {
    expect(faultOf('Kf93-kls9-0P', own, { hasSecondFactor: true })).toBeUndefined()
    expect(faultOf('Kf93-kls9-0', own, { hasSecondFactor: true })).toBe('must have at least 12 characters')
    expect(faultOf('Kf93-kls9-0P', own)).toBe('must have at least 15 characters')
  })
})
