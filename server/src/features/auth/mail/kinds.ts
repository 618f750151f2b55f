// Every identity e-mail. The names are stored in identity_mails.

import { accountErased } from './account-erased.ts'
import { accountStatus } from './account-status.ts'
import { emailChanged } from './email-changed.ts'
import { emailConfirmation } from './email-confirmation.ts'
import { failedSignIns } from './failed-sign-ins.ts'
import { invitation } from './invitation.ts'
import type { MailKind } from './mail.types.ts'
import { passwordChanged } from './password-changed.ts'
import { passwordReset } from './password-reset.ts'
import { signUp } from './sign-up.ts'
import { signUpKnown } from './sign-up-known.ts'
import { spendingCap } from './spending-cap.ts'
import { trialEnding } from './trial-ending.ts'

export const mailKinds = {
  'account-erased': accountErased,
  'account-status': accountStatus,
  'email-changed': emailChanged,
  'email-confirmation': emailConfirmation,
  'failed-sign-ins': failedSignIns,
  invitation,
  'password-changed': passwordChanged,
  'password-reset': passwordReset,
  'sign-up': signUp,
  'sign-up-known': signUpKnown,
  'trial-ending': trialEnding,
  'spending-cap': spendingCap,
} satisfies Record<string, MailKind>
