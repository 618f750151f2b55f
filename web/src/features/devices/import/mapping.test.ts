import { expect, test } from 'vitest'
import { guessMapping, importFields, mappedTable, mappingFaults } from './mapping.ts'

test.each([
  ['English', ['Name', 'IMEI', 'License plate', 'Driver', "Driver's phone", 'Group', 'Expires']],
  ['Spanish', ['Nombre', 'imei', 'Matrícula', 'Conductor', 'Teléfono del conductor', 'Grupo', 'Vencimiento']],
  ['Portuguese', ['Nome', 'IMEI', 'Placa', 'Motorista', 'Telefone do motorista', 'Grupo', 'Validade']],
])('guesses %s headings', (_language, header) => {
  expect(guessMapping(header)).toEqual([
    'name',
    'identifier',
    'licensePlate',
    'driverName',
    'driverPhone',
    'group',
    'expirationDate',
  ])
})

test('knows the names of the API, and tags', () => {
  expect(guessMapping([...importFields])).toEqual([...importFields])
  expect(guessMapping(['name', 'tag.colour', 'tag.'])).toEqual(['name', 'tag.colour', undefined])
})

test('ignores what it does not know, and a second column of the same field', () => {
  expect(guessMapping(['Nombre', 'Kilómetros', 'Unidad'])).toEqual(['name', undefined, undefined])
  expect(guessMapping(['Vehículo', 'Nombre'])).toEqual([undefined, 'name'])
  expect(guessMapping(['Vehículo', 'Placa'])).toEqual(['name', 'licensePlate'])
  expect(guessMapping(['name', 'Name', 'tag.a', 'tag.a'])).toEqual(['name', undefined, 'tag.a', undefined])
})

test('finds fields that are chosen twice, and a missing name', () => {
  expect(mappingFaults(['identifier', 'model', 'identifier', undefined, undefined])).toEqual({
    twice: ['identifier'],
    hasName: false,
  })
  expect(mappingFaults(['name', undefined])).toEqual({ twice: [], hasName: true })
})

test('keeps the chosen columns, translates vehicle types, and leaves rows of a wrong length wrong', () => {
  const table = {
    header: ['Tipo', 'Km', 'Nombre'],
    rows: [['Camión', '5', 'A'], undefined, ['zeppelin'], ['bus', '1', 'C', 'more']],
  }
  expect(mappedTable(table, ['vehicleType', undefined, 'name'])).toEqual({
    header: ['vehicleType', 'name'],
    rows: [['truck', 'A'], undefined, ['zeppelin'], ['bus', 'C', 'more']],
  })
})
