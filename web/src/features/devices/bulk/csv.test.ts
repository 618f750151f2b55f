import type { Device } from '@rastro/client'
import { expect, test } from 'vitest'
import { csvCell, toCsv } from './csv.ts'

test.each([
  ['Van 1', 'Van 1'],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+cmd|x', "'+cmd|x"],
  ['+34 600 111 222', '+34 600 111 222'],
  ['-5', '-5'],
  [null, ''],
  [0, '0'],
])('writes %j as %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test('writes all groups, limits and tags', () => {
  const limits = { expires: true, expirationDate: '2027-01-01', dailyEmailLimit: 0, dailySmsLimit: null }
  const device = {
    name: 'Van, 1',
    description: null,
    identifier: '356307042441013',
    phoneNumber: '+34600',
    model: 'FMB920',
    vehicleType: 'van',
    licensePlate: '1234 BCD',
    driverName: 'Ana',
    driverPhone: null,
    protocol: 'teltonika',
    groups: ['grp_1', 'grp_2'],
    tags: { colour: 'blue' },
    limits,
  } as unknown as Device
  const names = new Map([
    ['grp_1', 'North'],
    ['grp_2', 'South'],
  ])
  expect(toCsv([device], names)).toBe(
    'name,description,identifier,phoneNumber,model,vehicleType,licensePlate,driverName,driverPhone,protocol,group,' +
      'expirationDate,dailyEmailLimit,dailySmsLimit,tag.colour\r\n' +
      '"Van, 1",,356307042441013,+34600,FMB920,van,1234 BCD,Ana,,teltonika,"North; South",2027-01-01,0,,blue\r\n',
  )
})
