import { expect, test } from 'vitest'
import { csvCell } from './formats.service.ts'

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
  [undefined, ''],
])('%j is written as %s, so that no spreadsheet runs it', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})
