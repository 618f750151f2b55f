import { expect, test } from 'vitest'
import { readTables } from './tables.ts'

async function read(text: string, pieceLength = 7) {
  async function* pieces() {
    for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
  }
  return Array.fromAsync(readTables(pieces()))
}

test('reads CSV with a header, quotes and line breaks in cells, and counts lines as editors do', async () => {
  const rows = await read('\uFEFFID,Name,Attributes\r\n1,"a\nb","{""x"":1}"\r\n\r\n2,,\r\n')
  expect(rows).toEqual([
    { table: undefined, line: 3, columns: ['id', 'name', 'attributes'], cells: ['1', 'a\nb', '{"x":1}'] },
    { table: undefined, line: 5, columns: ['id', 'name', 'attributes'], cells: ['2', null, null] },
  ])
})

test('semicolons', async () => {
  expect((await read('id;name\n1;a,b\n'))[0]?.cells).toEqual(['1', 'a,b'])
})

test('reads the output of mysql --batch', async () => {
  const rows = await read('id\tname\tattributes\n1\ta\\tb\\\\c\t{"x":"1"}\n2\tNULL\t{}\n')
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['1', 'a\tb\\c', '{"x":"1"}'],
    ['2', null, '{}'],
  ])
})

test('reads the output of pg_dump, table by table', async () => {
  const dump = `--
-- PostgreSQL database dump
--
SET statement_timeout = 0;
COPY public.tc_devices (id, name, uniqueid) FROM stdin;
1\tTruck\\n1\t86
\\.

COPY public.tc_positions (id, deviceid) FROM stdin;
7\t\\N
\\.
`
  expect(await read(dump)).toEqual([
    { table: 'tc_devices', line: 6, columns: ['id', 'name', 'uniqueid'], cells: ['1', 'Truck\n1', '86'] },
    { table: 'tc_positions', line: 10, columns: ['id', 'deviceid'], cells: ['7', null] },
  ])
})

test('rejects a dump of INSERT statements, with an alternative', async () => {
  await expect(read("-- dump\nINSERT INTO `tc_devices` VALUES (1,'a');\n")).rejects.toThrow(
    'INSERT statements',
  )
})
