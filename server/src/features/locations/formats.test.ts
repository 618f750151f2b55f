import { expect, test } from 'vitest'
import { csvCell, formats } from './formats.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+34 600', "'+34 600"],
  ['-x', "'-x"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  [-12.5, '-12.5'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  [{ a: '=1' }, '"{""a"":""=1""}"'],
  [['sos', '=1'], 'sos =1'],
  // Found by fuzzing: objects without a conversion to text.
  [[{ toString: false }], '"[{""toString"":false}]"'],
  [undefined, ''],
])('%j is written as %s, which no spreadsheet runs as a formula', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test.each(['gpx', 'kml'])('a name in %s loses only characters that XML cannot represent', (extension) => {
  const { begin } = formats.find((one) => one.extension === extension)!
  // The last two were found by fuzzing.
  expect(begin('A<b>\u0007 & \ufffe\uffff🚚')).toContain('<name>A&lt;b&gt; &amp; 🚚</name>')
})
