import { expect, test } from 'vitest'
import { csvCell, formats } from './formats.ts'
import { LocationView, laterFacts } from './location.schema.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+34 600', "'+34 600"],
  ['-x', "'-x"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  // Spreadsheets of many countries split at semicolons, also inside the quotes of a cell that is not their first.
  ['x;=1+1', `"x;'=1+1"`],
  [';=1+1', `";'=1+1"`],
  ['x;"=1', `"x;'""=1"`],
  ['x\n=1', `"x\n'=1"`],
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

const everything = {
  dateTime: '2026-11-15T08:30:00.000Z',
  receivedAt: '2026-11-15T08:30:01.000Z',
  latitude: 41.5,
  longitude: 2.1,
  altitude: 12,
  speed: 12.5,
  course: 270.5,
  accuracy: 3,
  satellites: 9,
  valid: true,
  battery: 80,
  powerVoltage: 12.6,
  fuel: 50,
  fuel2: 40,
  temperature: -4.5,
  temperature2: 3,
  humidity: 60,
  ignition: true,
  moving: false,
  inputs: [true, false],
  outputs: [false],
  rpm: 900,
  mileage: 1234.5,
  inactiveSeconds: 30,
  alerts: ['sos'],
  attributes: { dogs: 8 },
  deviceTime: '2007-01-01T00:00:00.000Z',
}

test('CSV has a column for every field of a location, and one for its place', () => {
  const { begin, write } = formats.find(({ extension }) => extension === 'csv')!
  const header = begin('x').trim().split(',')
  const columns = header.slice(0, -1)
  expect(header.at(-1)).toBe('place')
  const ofHistory = Object.keys(LocationView.properties).filter((name) => !(name in laterFacts))
  expect([...columns].sort()).toEqual(ofHistory.sort())
  expect([...columns].sort()).toEqual(Object.keys(everything).sort())
  const cells = write(everything, true, () => 'Calatayud')
    .trim()
    .split(',')
  expect(cells).toHaveLength(header.length)
  expect(cells.at(-1)).toBe('Calatayud')
  expect(cells.filter((cell) => cell === '')).toEqual([])
  expect(cells[columns.indexOf('inputs')]).toBe('1 0')
})

const noPlace = () => undefined

test('GPX has the speed and the course', () => {
  const { begin, write } = formats.find(({ extension }) => extension === 'gpx')!
  expect(begin('x')).toContain('xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"')
  expect(write(everything, true, noPlace)).toBe(
    '<trkpt lat="41.5" lon="2.1"><ele>12</ele><time>2026-11-15T08:30:00.000Z</time><sat>9</sat>' +
      '<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>12.5</gpxtpx:speed>' +
      '<gpxtpx:course>270.5</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>\n',
  )
  const { altitude, satellites, speed, course, ...plain } = everything
  expect(write(plain, true, noPlace)).not.toContain('extensions')
})
