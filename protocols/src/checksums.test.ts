import { expect, test } from 'vitest'
import {
  crc8Nrsc,
  crc16Arc,
  crc16CcittFalse,
  crc16Kermit,
  crc16Modbus,
  crc16X25,
  crc16Xmodem,
} from './checksums.ts'

const check = Buffer.from('123456789')

test('CRC-16/ARC has its check value', () => {
  expect(crc16Arc(check)).toBe(0xbb3d)
})

test('CRC-16/X-25 has its check value', () => {
  expect(crc16X25(check)).toBe(0x906e)
})

test('CRC-16/CCITT-FALSE has its check value', () => {
  expect(crc16CcittFalse(check)).toBe(0x29b1)
})

test('CRC-16/KERMIT has its check value', () => {
  expect(crc16Kermit(check)).toBe(0x2189)
})

test('CRC-16/MODBUS has its check value', () => {
  expect(crc16Modbus(check)).toBe(0x4b37)
})

test('CRC-16/XMODEM has its check value', () => {
  expect(crc16Xmodem(check)).toBe(0x31c3)
})

test('CRC-8/NRSC-5 has its check value', () => {
  expect(crc8Nrsc(check)).toBe(0xf7)
})

test('checks a part of the bytes', () => {
  expect(crc16X25(Buffer.from('..123456789..'), 2, 11)).toBe(0x906e)
})
