// Reads and writes CSV. Empty lines and line breaks inside cells are kept, so that the line numbers of the server's
// messages are those of the user's file.

export interface CsvTable {
  header: string[]
  /** Undefined: an empty line. */
  rows: (string[] | undefined)[]
}

export function parseCsv(text: string): CsvTable {
  const lines = recordsOf(text.replace(/^\ufeff/, ''))
  while (lines.length > 0 && isEmpty(lines.at(-1)!)) lines.pop()
  const [header = [], ...rows] = lines
  return {
    header: header.map((cell) => cell.trim()),
    rows: rows.map((row) => (isEmpty(row) ? undefined : row)),
  }
}

const isEmpty = (row: string[]) => row.length === 1 && row[0] === ''

/** Spreadsheets of countries with a decimal comma write semicolons. */
function delimiterOf(text: string): string {
  const [header = ''] = /^[^\r\n]*/.exec(text) ?? []
  return [';', '\t'].find((mark) => header.includes(mark)) ?? ','
}

function recordsOf(text: string): string[][] {
  const delimiter = delimiterOf(text)
  const records: string[][] = [['']]
  let isQuoted = false
  const add = (sign: string) => {
    const record = records.at(-1)!
    record[record.length - 1] += sign
  }
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index]!
    const next = text[index + 1]
    if (isQuoted) {
      if (sign === '"' && next === '"') index += 1
      if (sign === '"' && next !== '"') isQuoted = false
      else add(sign)
    } else if (sign === '"' && records.at(-1)!.at(-1)!.trim() === '') isQuoted = true
    else if (sign === delimiter) records.at(-1)!.push('')
    else if (sign === '\n') records.push([''])
    else if (sign === '\r') {
      if (next !== '\n') records.push([''])
    } else add(sign)
  }
  return records
}

export function writeCsv({ header, rows }: CsvTable): string {
  return [header, ...rows].map((row) => `${(row ?? []).map(quoted).join(',')}\n`).join('')
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
