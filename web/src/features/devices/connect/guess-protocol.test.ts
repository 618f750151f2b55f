import { expect, test } from 'vitest'
import { guessProtocol } from './guess-protocol.ts'
import { kinds } from './kinds.ts'

const hexOf = (text: string) =>
  [...text].map((one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join('')

test.each([
  ['xx\r\x01', 'gt06'],
  ['yy\0\x05', 'gt06'],
  ['~\x02\0', 'jt808'],
  ['*HQ,9170500025,V1', 'h02'],
  ['##,imei:860000000000025,A;', 'gps103'],
  ['(027044702512BR00', 'tk103'],
  ['$$A100,860000000000025,AAA', 'meitrack'],
  ['+RESP:GTFRI,', 'queclink'],
  ['ST300STT;', 'suntech'],
  ['[3G*8600000025*0002*LK]', 'watch'],
  ['#L#860000000000025;NA', 'wialon-ips'],
  ['\xab\x10\x33\0', 'eview'],
  ['gg\x01\0\x12', 'eelink'],
  ['%%\x02\0\x44', 'topflytech'],
  ['\xfa\xaf\0\x14', 'xexun2'],
  ['\x01\x17\0\x01\x11\x02\x20\x03860000000000025', 'galileosky'],
  ['\x01\x3b\x80\x03860000000000025\x04\x32\0', 'galileosky'],
  ['\x01\0\x03\x0b\0\x1e\0\x01\0\x01\x72', 'egts'],
  ['@NTC\x01\0\0\0', 'navtelecom'],
  ['@P,77EA,112,', 'atrack'],
  ['!AIVDM,1,1,,A,1', 'ais'],
  ['\\s:rx25,c:1777890030*35\\!AIVDM', 'ais'],
  ['$Header,RASTRO,1.0,NR', 'ais140'],
  ['$,EPB,EMR,', 'ais140'],
  ['\0\x0f860000000000025', 'teltonika'],
  ['\0\0\0\0\0\0\0\x24', 'teltonika'],
])('%j looks like %s', (text, protocol) => {
  expect(guessProtocol(hexOf(text))).toBe(protocol)
  expect(kinds.map((kind) => kind.protocol)).toContain(protocol)
})

test.each(['', 'GET / HTTP/1.1', '\x16\x03\x01\x02\0', 'SSH-2.0-', '*', '(abc)'])(
  '%j looks like none',
  (text) => {
    expect(guessProtocol(hexOf(text))).toBeUndefined()
  },
)
