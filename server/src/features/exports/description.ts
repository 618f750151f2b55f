// Describes an archive inside the archive: the manifest, the schema of each kind, and a page for people.

import { readFile } from 'node:fs/promises'
import type { ExportedKind, FieldType } from './kinds/fields.ts'
import { exportedKinds } from './kinds/kinds.ts'
import { leftOutColumns, leftOutEverywhere, leftOutTables } from './kinds/left-out.ts'

const format = 1

/** The text before the list of files, and the text after it. */
export function manifestOf(account: string, writtenAt: Date) {
  const leftOut = { everywhere: leftOutEverywhere, tables: leftOutTables, columns: leftOutColumns }
  return {
    open: `{\n  "format": ${format},\n  "account": "${account}",\n  "writtenAt": "${writtenAt.toISOString()}",\n  "files": [\n`,
    close: (total: { files: number; rows: number }) =>
      `\n  ],\n  "total": ${JSON.stringify(total)},\n  "leftOut": ${JSON.stringify(leftOut)}\n}\n`,
  }
}

const types: Record<FieldType, object> = {
  string: { type: ['string', 'null'] },
  'date-time': { type: ['string', 'null'], format: 'date-time' },
  number: { type: ['number', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  object: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
  array: { type: ['array', 'null'] },
}

type ApiSchemas = Record<string, { properties?: Record<string, { description?: string }> }>

/** Read when needed: it is large, and exports are rare. */
export async function readApiSchemas(): Promise<ApiSchemas> {
  const text = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8')
  return JSON.parse(text).components.schemas
}

/** Fields that the API has too keep the description of the API. */
export function schemaOf({ name, api, about, fields }: ExportedKind, schemas: ApiSchemas): object {
  const known = (api && schemas[api]?.properties) || {}
  const properties = Object.entries(fields).map(([field, { type }]) => {
    const description = known[field]?.description
    return [field, { ...types[type], ...(description && { description }) }]
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${name}.json`,
    title: api ?? name,
    description: about,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(fields),
    additionalProperties: false,
  }
}

export function readmeOf(): string {
  const kinds = exportedKinds.map(({ name, about }) => `| \`data/${name}.jsonl\` | ${about} |`).join('\n')
  return `# Export of an account

This archive contains everything that Rastro stored for the account, without secrets: passwords, keys and their hashes
are left out. \`manifest.json\`, the last file, lists all other files with rows, bytes and SHA-256, and names everything
that was left out, with the reason.

| file | content |
| --- | --- |
${kinds}
| \`locations/<device>/<month>.csv.gz\` | The locations of a device in a month (UTC), as compressed CSV. |
| \`photos/<device>.<type>\` | The photo of a device. |
| \`schemas/<name>.json\` | The JSON Schema of the lines of \`data/<name>.jsonl\`. |

A \`.jsonl\` file has one JSON object per line, with the field names of the API. Large ones continue in
\`<name>-2.jsonl\`, \`<name>-3.jsonl\`. Times are in UTC. Coordinates are WGS 84 in degrees, speed is in m/s. The column
\`more\` of locations is a JSON object with the other values of the tracker.

The data was read while the account was in use. Records that changed meanwhile are as they were when they were read.

Check the files: \`tar xf <archive>\`, then compare \`sha256sum\` with \`manifest.json\`.
`
}
