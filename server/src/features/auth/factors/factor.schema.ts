import { Type } from 'typebox'
import type { SecondFactorPolicy } from './factor.types.ts'
import { secondFactorPolicies } from './factor.types.ts'

export const TotpCode = Type.String({
  pattern: '^[0-9]{6}$',
  description: 'The six digits that the authenticator app shows.',
  examples: ['492039'],
})

export const TotpSecret = {
  secret: Type.String({ description: 'For apps that cannot read a QR code. Shown only once.' }),
  uri: Type.String({ description: 'The text of the QR code.', examples: ['otpauth://totp/…'] }),
}

export const RecoveryCodes = Type.Array(Type.String(), {
  description: 'Shown only once. Each code works once.',
  examples: [['K7QF-2MZD-…']],
})

export const SecondFactorView = {
  totpSince: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the authenticator app was confirmed; null without one.',
  }),
  passkeys: Type.Integer({ description: 'Number of passkeys.' }),
  recoveryCodesLeft: Type.Integer({ description: 'Recovery codes that were not used.' }),
  isRequired: Type.Boolean({ description: 'Whether the account or the operator requires a second factor.' }),
}

export const policyOf = (description: string) =>
  Type.Unsafe<SecondFactorPolicy>(
    Type.Union(
      secondFactorPolicies.map((one) => Type.Literal(one)),
      { description },
    ),
  )
export const Policy = policyOf(
  '`off`: a second factor is optional. `administrators`: the account holder and administrators need one. `all`: every user needs one.',
)
