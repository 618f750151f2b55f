import { Type } from 'typebox'
import type { Privilege } from '../../platform/http/caller.ts'
import { privileges } from '../../platform/http/caller.ts'
import { nameText } from '../../platform/http/text.ts'
import type { SsoMode } from './sso.types.ts'
import { ssoModes } from './sso.types.ts'

const maxRules = 100
const instantOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const RoleRuleBody = Type.Object(
  {
    value: Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'A value of the claim, or the name of a SCIM group. `*` matches everybody.',
    }),
    role: Type.Union([Type.Literal('administrator'), Type.Literal('standard')]),
    privileges: Type.Array(Type.Unsafe<Privilege>(Type.String({ enum: [...privileges] })), {
      maxItems: privileges.length,
      uniqueItems: true,
      description: 'For the role `standard`.',
    }),
    groupIds: Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 100,
      uniqueItems: true,
      description: 'The devices that the users see. For the role `standard`.',
    }),
  },
  { additionalProperties: false },
)

const settings = {
  name: Type.String({
    ...nameText(),
    maxLength: 60,
    description: 'The company or provider, for the button on the sign-in page.',
  }),
  issuer: Type.String({
    minLength: 9,
    maxLength: 500,
    description: 'Of the OpenID Connect provider, exactly as its discovery document has it.',
    examples: ['https://login.example.com'],
  }),
  clientId: Type.String({ minLength: 1, maxLength: 255 }),
  mode: Type.Unsafe<SsoMode>(
    Type.String({
      enum: [...ssoModes],
      description:
        '`allowed`: besides passwords and passkeys. `required`: users of the proven domains, and those who have signed in with the provider before, cannot sign in otherwise. The account holder always can, with a second factor.',
    }),
  ),
  createsUsers: Type.Boolean({
    description:
      'Whether people of the proven domains whom a role matches get a user at their first sign-in.',
  }),
  keepsApiKeys: Type.Boolean({
    description: 'Whether API keys of these users go on working if single sign-on is required.',
  }),
  claim: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The claim that the roles are looked up by.',
    examples: ['groups'],
  }),
  roles: Type.Array(RoleRuleBody, {
    maxItems: maxRules,
    description:
      'What users that the provider creates may do, by the values of the claim. Those that match add up. Read again at each sign-in.',
  }),
}

export const SsoBody = Type.Object(
  {
    ...settings,
    clientSecret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Write only. Absent: the one that is stored, for the same issuer and client.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const SsoDomainView = Type.Object(
  {
    domain: Type.String({ examples: ['example.com'] }),
    verifiedAt: instantOrNull('Null until the TXT record was found.'),
    checkedAt: instantOrNull('Of the last check.'),
    fault: Type.Union(
      [Type.String({ enum: ['no_record', 'other_record', 'dns_failed', 'taken'] }), Type.Null()],
      { description: 'Why the last check found no proof.' },
    ),
    record: Type.Object({ name: Type.String(), value: Type.String() }, { description: 'TXT, in the DNS.' }),
  },
  { $id: 'SsoDomain', title: 'SsoDomain' },
)

const TestView = Type.Object({
  testedAt: Type.String({ format: 'date-time' }),
  failure: textOrNull('Null: the sign-in was complete.'),
  subject: Type.Optional(Type.String()),
  email: Type.Optional(textOrNull('As the provider has it.')),
  emailVerified: Type.Optional(Type.Boolean()),
  values: Type.Optional(Type.Array(Type.String(), { description: 'Of the claim of the roles.' })),
  role: Type.Optional(
    Type.Union([Type.String({ enum: ['administrator', 'standard'] }), Type.Null()], {
      description: 'What a new user would get. Null: no role matches.',
    }),
  ),
})

export const SsoView = Type.Object(
  {
    ...settings,
    testedAt: instantOrNull('The last complete test with this issuer and client.'),
    test: Type.Union([TestView, Type.Null()], { description: 'The last test.' }),
    lastSuccessAt: instantOrNull('To about a minute.'),
    lastFailureAt: instantOrNull('When the provider was unreachable last, to about a minute.'),
    lastFailure: textOrNull('Why.'),
  },
  { $id: 'Sso', title: 'Sso' },
)

export const ssoFields = {
  provider: Type.Union([Type.Ref('Sso'), Type.Null()], { description: 'Null: none is set up.' }),
  domains: Type.Array(Type.Ref('SsoDomain')),
  redirectUri: Type.String({ description: 'To be entered at the provider.' }),
  logoutUri: Type.String({ description: 'For back-channel logout, to be entered at the provider.' }),
}

/** Labels have at most 63 characters. */
export const DomainPath = Type.Object({
  domain: Type.String({ maxLength: 253, pattern: '^[^\\s/:@?#.]{1,63}(\\.[^\\s/:@?#.]{1,63})+$' }),
})
