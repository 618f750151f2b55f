import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { recordsOf } from './dns-proof.ts'
import type { StoredHost } from './host.types.ts'
import { hostFaults, hostStates } from './host.types.ts'

const maxLength = 253
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const time = (description: string) => orNull(Type.String({ format: 'date-time', description }))

const hostName = Type.String({
  minLength: 1,
  maxLength,
  pattern: '^[^\\s/:@?#]+$',
  examples: ['fleet.alpha.example'],
  description: 'A host name without a port. International names are stored in punycode.',
})

const record = Type.Object({
  type: Type.Enum(['TXT', 'CNAME'], { type: 'string' }),
  name: Type.String(),
  value: Type.String(),
})

export const HostView = Type.Object(
  {
    host: Type.String(),
    state: Type.Enum([...hostStates], {
      type: 'string',
      description:
        'Pending: not proven yet. Lapsed: the proof was missing for 7 days, and the host is not served any more.',
    }),
    isHome: Type.Boolean({ description: 'Whether links of e-mails and shares have this host.' }),
    servesDocs: Type.Boolean({ description: 'Whether the documentation of the platform is served there.' }),
    leadsHere: orNull(
      Type.Boolean({ description: 'Whether the name leads to this installation. Null: not known.' }),
    ),
    fault: orNull(
      Type.Enum([...hostFaults], {
        type: 'string',
        description:
          'Why the last check found no proof: no record, a record with another value, DNS did not answer, or another reseller has proven the name.',
      }),
    ),
    records: Type.Object(
      { proof: record, target: record },
      {
        description:
          'For DNS. The first proves the name, and has to stay. The second leads to this installation; an apex needs the addresses of the platform instead.',
      },
    ),
    addedAt: Type.String({ format: 'date-time' }),
    checkedAt: time('Of the last check.'),
    verifiedAt: time('Since when it is proven.'),
    failingSince: time('Since when a verified host has no proof. It lapses 7 days later.'),
  },
  { $id: 'ResellerHost', title: 'Host of a reseller' },
)

// A stored one has a dot.
export const HostPath = Type.Object({
  host: Type.String({ maxLength, pattern: '^[^\\s/:@?#.]+\\.[^\\s/:@?#]+$' }),
})
export const NewHostBody = Type.Object({ host: hostName }, { additionalProperties: false })
export const HostBody = Type.Object(
  {
    isHome: Type.Boolean({
      description: 'Use this host in links. Only for verified ones; one per reseller.',
    }),
    servesDocs: Type.Boolean({ description: 'Serve the documentation of the platform, under its name.' }),
  },
  { additionalProperties: false },
)

export function toView(host: StoredHost, platformHost: string) {
  const { node, name, token, noted, addedAt, checkedAt, verifiedAt, failingSince, ...shown } = host
  return {
    host: name,
    ...shown,
    records: recordsOf(host, platformHost),
    addedAt: addedAt.toISOString(),
    checkedAt: checkedAt?.toISOString() ?? null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
  }
}
