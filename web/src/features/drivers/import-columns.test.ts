import { expect, test } from 'vitest'
import { parseCsv } from '../../ui/csv-table.ts'
import { recognise } from './import-columns.ts'

const read = (text: string) => recognise(parseCsv(text))

test('headings in three languages become columns, others are left out', () => {
  const { table, unknown, headingOf } = read('Nombre;Teléfono;Talla;Tarjeta\nAna;+34 1;M;77\n')
  expect(table).toEqual({ header: ['name', 'phone', 'tag'], rows: [['Ana', '+34 1', '77']] })
  expect(unknown).toEqual(['Talla'])
  expect(headingOf.get('tag')).toBe('Tarjeta')
  expect(read('Motorista,CNH\n').table.header).toEqual(['name', 'licenseNumber'])
})

test('of two columns of a field the first one counts', () => {
  const { table, unknown } = read('name,driver\nAna,Bea\n')
  expect([table.header, table.rows, unknown]).toEqual([['name'], [['Ana']], ['driver']])
})

test('rows of another length stay so', () => {
  expect(read('name,size,tag\nAna\nBea,M,77,more\n\nCid,L,78\n').table.rows).toEqual([
    ['Ana'],
    ['Bea', '77', 'more'],
    undefined,
    ['Cid', '78'],
  ])
})
