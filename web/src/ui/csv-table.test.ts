import { expect, test } from 'vitest'
import { parseCsv, writeCsv } from './csv-table.ts'

test('reads quotes, delimiters and line breaks in cells', () => {
  expect(parseCsv('\ufeffname, note\r\n"Van, ""1""","two\nlines"\r\nB,\r\n')).toEqual({
    header: ['name', 'note'],
    rows: [
      ['Van, "1"', 'two\nlines'],
      ['B', ''],
    ],
  })
})

test.each([';', '\t'])('reads %j as the delimiter', (mark) => {
  expect(parseCsv(`a${mark}b\n1,5${mark}2`).rows).toEqual([['1,5', '2']])
})

test('keeps empty lines and rows of another length', () => {
  expect(parseCsv('a,b\n\n1\n1,2,3\n\n').rows).toEqual([undefined, ['1'], ['1', '2', '3']])
})

test('reads nothing as nothing', () => {
  expect(parseCsv('')).toEqual({ header: [], rows: [] })
})

test('writes what it reads, line by line', () => {
  const text = 'name,note\n\n"Van, ""1""","two\nlines"\nB,x\n'
  expect(writeCsv(parseCsv(text))).toBe(text)
})
