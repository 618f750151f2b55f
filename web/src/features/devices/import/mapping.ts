// Which column of a spreadsheet is which field. Guessed by its heading in English, Spanish or Portuguese.

import { vehicleTypes } from '@rastro/client/constants'
import type { CsvTable } from '../../../ui/csv-table.ts'

export const importFields = [
  'name',
  'identifier',
  'licensePlate',
  'vehicleType',
  'driverName',
  'driverPhone',
  'group',
  'model',
  'protocol',
  'phoneNumber',
  'description',
  'expirationDate',
  'dailyEmailLimit',
  'dailySmsLimit',
] as const
export type ImportField = (typeof importFields)[number]

/** A field, `tag.<name>`, or undefined: the column is ignored. */
export type Target = ImportField | `tag.${string}` | undefined

const headings: Record<ImportField, string> = {
  name: 'name device devicename vehicle vehiclename unit alias label nombre dispositivo vehiculo unidad nome veiculo unidade rotulo',
  identifier:
    'identifier imei id uniqueid deviceid serial serialnumber esn identificador numerodeserie serie nserie',
  licensePlate:
    'licenseplate licenceplate plate plates numberplate registration reg matricula placa patente chapa',
  vehicleType:
    'vehicletype type kind category tipo tipodevehiculo tipovehiculo tipodeveiculo tipoveiculo categoria',
  driverName:
    'driver drivername conductor chofer nombredelconductor nombreconductor motorista condutor nomedomotorista',
  driverPhone:
    'driverphone driversphone drivermobile telefonodelconductor telefonoconductor movildelconductor telefonedomotorista telefonemotorista celulardomotorista',
  group: 'group groups fleet department grupo grupos flota departamento frota',
  model: 'model trackermodel devicemodel modelo modelodelrastreador modelodorastreador',
  protocol: 'protocol protocolo',
  phoneNumber:
    'phonenumber phone sim simnumber simphone msisdn telefono telefonosim numerosim numerodesim telefone linha linea',
  description:
    'description notes note comment comments descripcion notas observaciones descricao observacoes',
  expirationDate:
    'expirationdate expires expiry expirydate expiration vence vencimiento caduca caducidad fechadevencimiento fechadecaducidad validade vencimento datadevencimento expira',
  dailyEmailLimit: 'dailyemaillimit emailsperday limitedecorreos correospordia emailspordia',
  dailySmsLimit: 'dailysmslimit smsperday limitedesms smspordia',
}

/** The earlier a word is in its list, the surer it is: "vehicle" is the name only if no column is called "name". */
const guesses = new Map(
  importFields.flatMap((field) =>
    headings[field].split(' ').map((heading, rank) => [heading, { field, rank }] as const),
  ),
)

const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Each field is used once: by the column that looks most like it. */
export function guessMapping(header: string[]): Target[] {
  const guessed = header.map((heading) => guesses.get(plain(heading)))
  const best = (field: ImportField) => {
    const ranks = guessed.map((guess) => (guess?.field === field ? guess.rank : Number.POSITIVE_INFINITY))
    return ranks.indexOf(Math.min(...ranks))
  }
  return header.map((heading, index) => {
    const isFirst = header.indexOf(heading) === index
    if (/^tag\../.test(heading)) return isFirst ? (heading as Target) : undefined
    const field = guessed[index]?.field
    return field && best(field) === index ? field : undefined
  })
}

/** Fields that are chosen for two columns, and a missing name. */
export function mappingFaults(mapping: Target[]): { twice: Target[]; hasName: boolean } {
  const chosen = mapping.filter((target) => target !== undefined)
  return {
    twice: [...new Set(chosen.filter((target, index) => chosen.indexOf(target) !== index))],
    hasName: chosen.includes('name'),
  }
}

const vehicleWords: Record<(typeof vehicleTypes)[number], string> = {
  car: 'auto automovil coche carro turismo automovel',
  van: 'furgoneta furgon furgao camioneta',
  truck: 'lorry camion caminhao tractora',
  trailer: 'remolque semirremolque reboque semirreboque carreta',
  bus: 'autobus autocar coach onibus autocarro',
  motorcycle: 'moto motocicleta motorbike',
  bicycle: 'bike bicicleta',
  person: 'persona pessoa',
  animal: 'mascota pet',
  boat: 'barco lancha bote embarcacao',
  ship: 'buque navio vessel',
  aircraft: 'plane avion aeronave aviao',
  machine: 'maquina maquinaria machinery excavator',
  container: 'contenedor conteiner contentor',
  other: 'otro outro',
}
const typeOf = new Map(
  vehicleTypes.flatMap((type) =>
    [type, ...vehicleWords[type].split(' ')].map((word) => [word, type] as const),
  ),
)

/**
 * The table that the server accepts: only chosen columns, under their names. A row with too few or too many cells stays
 * so: its cells are not where they seem to be, and the server reports it.
 */
export function mappedTable({ header, rows }: CsvTable, mapping: Target[]): CsvTable {
  const chosen = header.flatMap((_, index) => (mapping[index] === undefined ? [] : [index]))
  const cellAt = (row: string[], index: number) => {
    const cell = row[index] ?? ''
    return mapping[index] === 'vehicleType' ? (typeOf.get(plain(cell)) ?? cell) : cell
  }
  const mapped = (row: string[]) => {
    const cells = chosen.map((index) => cellAt(row, index))
    const missing = header.length - row.length
    return missing > 0
      ? cells.slice(0, Math.max(1, cells.length - missing))
      : [...cells, ...row.slice(header.length)]
  }
  return {
    header: chosen.map((index) => mapping[index]!),
    rows: rows.map((row) => row && mapped(row)),
  }
}
