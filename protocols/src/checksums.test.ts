import { expect, test } from 'vitest'
import { crc16Arc, crc16X25 } from './checksums.ts'

const check = Buffer.from('123456789')

test('CRC-16/ARC has its check value', () => {
  expect(crc16Arc(check)).toBe(0xbb3d)
})

test('CRC-16/X-25 has its check value', () => {
  expect(crc16X25(check)).toBe(0x906e)
})

test('a part of the bytes can be checked', () => {
  expect(crc16X25(Buffer.from('..123456789..'), 2, 11)).toBe(0x906e)
})
