import { httpProtocols } from '@rastro/protocols'
import { Type } from 'typebox'
import { ref } from '../../platform/http/responses.ts'
import { nameText } from '../../platform/http/text.ts'
import { mappingProtocol } from './ingest-key.types.ts'
import { MappingView } from './mapping.schema.ts'

const protocol = Type.Unsafe<string>({
  type: 'string',
  enum: [...httpProtocols.map(({ name }) => name), mappingProtocol],
  description: 'The protocol that the key accepts; `mapping` is any JSON, read by the mapping of the key.',
})

export const IngestKeyView = Type.Object(
  {
    id: Type.String({ examples: ['ing_4nYJ1oZ0m6Yb3Uo2aWq8Kd'] }),
    protocol,
    name: Type.String(),
    mapping: Type.Union([ref(MappingView), Type.Null()]),
    createdAt: Type.String({ format: 'date-time' }),
    lastUsedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'Accurate to the minute.',
    }),
    lastFault: Type.Union(
      [Type.Object({ failedAt: Type.String({ format: 'date-time' }), message: Type.String() }), Type.Null()],
      {
        description:
          'Of keys for `mapping`: the last payload of which nothing could be read, unless one could since. Accurate to the minute.',
      },
    ),
  },
  { $id: 'IngestKey', title: 'IngestKey' },
)

export const IngestKeyBody = Type.Object(
  {
    protocol,
    name: nameText({ maxLength: 100, description: 'A name to recognise this key by.' }),
    mapping: Type.Optional(ref(MappingView)),
  },
  { additionalProperties: false },
)

export const IngestKeyPath = Type.Object({ ingestKeyId: Type.String({ maxLength: 64 }) })

export const shownOnce = {
  secret: Type.String({
    description:
      'For services that take a token or a password: the header `X-Outbound-Auth-Token`, or the password of HTTP Basic. Shown only once; the server keeps a hash.',
    examples: ['ik_4nYJ1oZ0m6Yb3Uo2aWq8Kd_…'],
  }),
  url: Type.String({
    description: 'For services that take only a URL: it ends with the secret.',
    examples: ['https://rastro.example/ingest/spot-push/ik_4nYJ1oZ0m6Yb3Uo2aWq8Kd_…'],
  }),
}
