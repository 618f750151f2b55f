import { Type } from 'typebox'
import { mergePatchOf } from '../../platform/http/merge-patch-schema.ts'
import { DeviceBody } from './device.schema.ts'

/** Of one action. All actions together take some seconds at most. */
export const maxItems = 100
const id = Type.String({ maxLength: 64 })
const Patch = Type.Unsafe<object>({ ...mergePatchOf(DeviceBody), minProperties: 1 })

export const BulkBody = Type.Object(
  {
    create: Type.Optional(Type.Array(DeviceBody, { maxItems })),
    update: Type.Optional(
      Type.Array(Type.Object({ id, patch: Patch }, { additionalProperties: false }), {
        maxItems,
        description: 'Merge patches (RFC 7396).',
      }),
    ),
    delete: Type.Optional(Type.Array(id, { maxItems, uniqueItems: true })),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const BulkResult = Type.Object(
  {
    action: Type.Enum(['create', 'update', 'delete'], { type: 'string' }),
    index: Type.Integer({ description: 'The position in the list of this action.' }),
    success: Type.Boolean(),
    id: Type.Optional(Type.String({ description: 'The device, on success.' })),
    status: Type.Optional(
      Type.Integer({ description: 'The status that a single call would have returned.' }),
    ),
    code: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
    details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  },
  { $id: 'BulkResult', title: 'BulkResult' },
)
