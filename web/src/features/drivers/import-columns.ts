// Which column of a spreadsheet is which field of a driver, by its heading in English, Spanish or Portuguese.

import type { CsvTable } from '../../ui/csv-table.ts'

export const driverColumns = ['name', 'phone', 'email', 'licenseNumber', 'note', 'tag'] as const
type DriverColumn = (typeof driverColumns)[number]

const headings: Record<DriverColumn, string> = {
  name: 'name driver drivername fullname nombre conductor chofer nombrecompleto nome motorista condutor nomecompleto',
  phone: 'phone phonenumber mobile telefono movil celular telefone',
  email: 'email mail correo correoelectronico',
  licenseNumber:
    'licensenumber licencenumber license licence drivinglicense licencia carnet permiso carta cnh habilitacao numerodelicencia',
  note: 'note notes comment comments nota notas observaciones observacoes comentario',
  tag: 'tag tags key card ibutton rfid llave tarjeta etiqueta chave cartao',
}
const columnOf = new Map(
  driverColumns.flatMap((column) => headings[column].split(' ').map((word) => [word, column] as const)),
)

const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

export interface RecognisedTable {
  /** What the server accepts. A row with too few or too many cells stays so: the server reports it. */
  table: CsvTable
  /** Headings that are left out. */
  unknown: string[]
  /** As the file calls its columns. */
  headingOf: Map<string, string>
}

/** The first column of each field counts. */
export function recognise({ header, rows }: CsvTable): RecognisedTable {
  const columns = header.map((heading) => columnOf.get(plain(heading)))
  const kept = columns.flatMap((column, index) =>
    column !== undefined && columns.indexOf(column) === index ? [index] : [],
  )
  const cellsOf = (row: string[]) => {
    const missing = header.length - row.length
    const cells = kept.map((index) => row[index] ?? '')
    return missing > 0
      ? cells.slice(0, Math.max(1, cells.length - missing))
      : [...cells, ...row.slice(header.length)]
  }
  return {
    table: { header: kept.map((index) => columns[index]!), rows: rows.map((row) => row && cellsOf(row)) },
    unknown: header.filter((_, index) => !kept.includes(index)),
    headingOf: new Map(kept.map((index) => [columns[index]!, header[index]!])),
  }
}
