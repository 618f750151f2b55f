/** How somebody authenticated, in the words of RFC 8176. `mfa`: with two factors. */
export type AuthenticationMethods = readonly string[]

export const passwordOnly: AuthenticationMethods = ['pwd']
/** Also with a recovery code, which is a one-time password too. */
export const passwordAndCode: AuthenticationMethods = ['pwd', 'otp', 'mfa']
/** A passkey proves possession, and the user verification of the authenticator is the second factor. */
export const passkey: AuthenticationMethods = ['pop', 'user', 'mfa']

export const secondFactorPolicies = ['off', 'administrators', 'all'] as const
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number]

export interface FactorStatus {
  userName: string
  /** The public id. */
  account: string
  role: 'owner' | 'administrator' | 'standard'
  totpConfirmedAt: Date | null
  passkeyCount: number
  recoveryCodesLeft: number
  /** Null without a decision of the account. */
  policy: SecondFactorPolicy | null
  accountCreatedAt: Date
  /** Reset by somebody else: the password alone does not enrol a new factor. */
  isReset: boolean
  /** The owner of an account that requires single sign-on: signs in when the provider is lost. */
  isBreakGlass: boolean
}

/** What a user types as second factor: one of them. */
export interface GivenFactor {
  code?: string
  recoveryCode?: string
}

export type SecondFactorMethod = 'totp' | 'passkey' | 'recoveryCode'

/** The password was right, and the sign-in continues with another step. */
export interface PendingSignIn {
  next: 'secondFactor' | 'enrolment'
  methods: SecondFactorMethod[]
  cookie: string
  cookieExpires: Date
}
