import { describe, expect, test } from 'vitest'
import { faultOf } from './new-passwords.api.ts'

const own = ['ana.perez@example.com', 'Ana Pérez García']

describe('a new password', () => {
  test.each([
    ['short', 'elevenchars'],
    ['common', 'Password2026!'],
    ['a repetition', 'qwertyqwerty'],
    ['a repetition of anything', 'x7q!x7q!x7q!'],
    ['the alphabet', 'abcdefghijkl'],
    ['the alphabet backwards', 'zyxwvutsrqponm'],
    ['rows of the keyboard', 'qwertyuiop123'],
    ['few characters', 'aabbaabbccab'],
    ['the product twice', 'rastrorastro'],
    ['words of the product', 'Rastro-GPS-tracker'],
    ['the e-mail address of the user', 'ana.perez@example.com'],
    ['the e-mail address and a number', 'Ana.Perez@example.com1'],
    ['the name of the user', 'ana pérez garcía'],
    ['the local part of the address', 'ana.perez2026'],
  ])('is rejected if it is %s', (_why, password) => {
    expect(faultOf(password, own)).toBeTypeOf('string')
  })

  test.each([
    'correct horse battery staple',
    'caracola verde 7',
    'Kf93-kls9-0Pqe',
    'rastro de caracola',
    'la perra de ana ladra',
  ])('is accepted: %s', (password) => {
    expect(faultOf(password, own)).toBeUndefined()
  })
})
